import { fileEndpoints, type TrackedFile } from '@backoffice/contract/files'
import { userEndpoints } from '@backoffice/contract/users'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { sampleFile } from '../../../testing/sample-file.ts'
import { serve, show, testServer } from '../../../testing/screen.tsx'
import { FileStateBadge } from '../tracked/file-state.tsx'
import { HeldNotice } from './held-notice.tsx'

testServer()

const HOLD = { is_held: true, because: 'SAME_LAST_FOUR', at: '2026-11-24T06:02:00Z', decision: null } as const

function heldFile(releasers?: string[]): TrackedFile {
  return {
    ...sampleFile(),
    kind: 'inquiry',
    state: 'COMPLETED',
    hold: { ...HOLD, ...(releasers && { releasers }) },
  }
}

async function showNotice(file: TrackedFile) {
  await show('/files/x', () => (
    <>
      <FileStateBadge {...file} />
      <HeldNotice file={file} hold={file.hold ?? HOLD} />
    </>
  ))
}

test.each([
  [['Ana Cruz'], 'Ana Cruz can release it.'],
  [['Ana Cruz', 'Ramon Aquino'], 'Ana Cruz or Ramon Aquino can release it.'],
  [['Ana', 'Ben', 'Cora', 'Dan', 'Eva'], 'Ana, Ben, Cora or 2 others can release it.'],
  [[], 'No other user can release it now.'],
])('names who can release a held result: %j', async (names, words) => {
  await showNotice(heldFile(names))
  await screen.findByText(new RegExp(words.replaceAll('.', '\\.')))
  screen.getByText('Held for a check')
  expect(screen.queryByText('Completed')).toBeNull()
})

test('reads the names if an update of the file had none', async () => {
  serve(fileEndpoints.get, () => heldFile(['Ramon Aquino']))
  await showNotice(heldFile())
  await screen.findByText(/Ramon Aquino can release it\./)
})

test('shows a user whose name is easily taken for the one who ran the inquiry', async () => {
  serve(userEndpoints.similarNames, () => ({
    items: [
      {
        id: '01900000-0000-7000-8000-000000000001',
        name: 'Mária Reyes',
        email: 'm.reyes@example.com',
        similarity: 'equal' as const,
      },
    ],
  }))
  const file = heldFile([])
  await showNotice({ ...file, may: { ...file.may, release: true } })
  await userEvent.click(await screen.findByRole('button', { name: 'Release result' }))
  await screen.findByText(/Mária Reyes, m\.reyes@example\.com\. Compare the email/)
})
