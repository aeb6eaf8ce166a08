import { fileEndpoints } from '@backoffice/contract/files'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { sampleFile } from '../../testing/sample-file.ts'
import { serve, show, testServer } from '../../testing/screen.tsx'
import { FileScreen } from './file-screen.tsx'

testServer()

test.each([{ state: 'ARCHIVED' as never }, { kind: 'merge' as never }])(
  'shows the facts of a file with %j of a newer release, without actions',
  async (fields) => {
    const file = sampleFile({ artifacts: ['source', 'errors'], ...fields })
    serve(fileEndpoints.get, () => file)
    await show('/files', () => (
      <FileScreen sourceFilekey={file.source_filekey} search={{}} onSearch={() => {}} />
    ))
    await screen.findByRole('heading', { level: 1, name: file.file_name })
    expect(screen.getByText('Newer release')).toBeDefined()
    expect(screen.getByText('About')).toBeDefined()
    expect(screen.queryByRole('button', { name: /Download|Cancel|Run/ })).toBeNull()
  },
)
