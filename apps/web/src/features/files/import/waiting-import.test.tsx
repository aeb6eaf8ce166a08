import { approvalEndpoints } from '@backoffice/contract/approvals'
import { fileEndpoints, type TrackedFile } from '@backoffice/contract/files'
import { useQuery } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { expectAccessible } from '../../../testing/axe.ts'
import { sampleFile } from '../../../testing/sample-file.ts'
import { allowOnly, serve, show, testServer } from '../../../testing/screen.tsx'
import { anApproval, BENITO } from '../../approvals/requests/sample-approval.ts'
import { fileQuery, updateFile } from '../tracked/file-queries.ts'
import { FileStateBadge } from '../tracked/file-state.tsx'
import { ImportPart } from './import-part.tsx'

const user = userEvent.setup()
const REQUEST = anApproval()
const WAITING: NonNullable<TrackedFile['approval']> = {
  id: REQUEST.id,
  kind: 'MASS_CHANGE',
  status: 'PENDING',
  requested_by: BENITO,
  is_own: true,
  expires_at: '2026-11-27T01:12:00Z',
  decided_by: null,
  decided_at: null,
  decision_reason: null,
}
/** A checked import; each test has its own, because the page remembers pushed files. */
const aFile = () =>
  sampleFile({
    kind: 'import',
    category: 'TENDERS',
    file_name: 'tenders-november.csv',
    artifacts: [],
    preview: {
      ...{ new: 3, changed: 0, unchanged: 0, rejected: 0, moved: 0, tidied: 0 },
      ...{ compared_at: '2026-11-24T01:00:00Z', by_field: [], by_code: [], written: null },
    },
  })
let file: TrackedFile
const withRequest = (fields: Partial<typeof WAITING> = {}): TrackedFile => ({
  ...file,
  approval: { ...WAITING, ...fields },
})

/** The file on the server. */
let stored: TrackedFile

testServer()
beforeEach(() => {
  file = aFile()
  const page = { total: 0, total_estimated: false, page: 1, page_size: 25, next: null, previous: null }
  serve(fileEndpoints.preview, () => ({ items: [], ...page }))
  serve(fileEndpoints.get, () => stored)
})

function Screen() {
  const { data } = useQuery(fileQuery(file.source_filekey))
  if (!data) return null
  return (
    <main>
      <FileStateBadge {...data} />
      <ImportPart file={data} search={{}} onSearch={() => undefined} />
    </main>
  )
}

async function showFile(shown: TrackedFile): Promise<void> {
  stored = shown
  await show(`/files/${file.source_filekey}`, () => <Screen />)
}

const importButton = () => screen.queryByRole('button', { name: 'Import' })

test('an own request is shown with its link, instead of the import', async () => {
  await showFile(withRequest())
  await screen.findByRole('heading', { name: 'Waiting for approval' })
  expect(screen.getByRole('status').textContent).toContain('You sent this import for approval.')
  const link = screen.getByRole('link', { name: 'View request' })
  expect(link.getAttribute('href')).toBe(`/approvals/${WAITING.id}`)
  expect(importButton()).toBeNull()
  await expectAccessible(document.body)
})

test('a withdrawn request offers the import again', async () => {
  const calls = serve(approvalEndpoints.withdraw, () => {
    stored = withRequest({ status: 'WITHDRAWN' })
    return { ...REQUEST, status: 'WITHDRAWN' as const }
  })
  await showFile(withRequest())
  await user.click(await screen.findByRole('button', { name: 'Withdraw request' }))
  await waitFor(() => expect(importButton()).not.toBeNull())
  expect(calls.map(({ body }) => body)).toEqual([{ id: WAITING.id }])
  expect(screen.queryByText('Waiting for approval')).toBeNull()
})

test('a decision that is pushed to the page ends the wait', async () => {
  await showFile(withRequest())
  await screen.findByRole('heading', { name: 'Waiting for approval' })
  const decision = { decided_by: BENITO, decided_at: '2026-11-24T02:00:00Z' }
  updateFile({
    ...withRequest({ ...decision, status: 'REJECTED', decision_reason: 'Wrong month' }),
    read_at: '2026-11-24T02:00:00Z',
  })
  await screen.findByText('Rejected by Benito Cruz.')
  screen.getByText(/Wrong month/)
  expect(importButton()).not.toBeNull()
  updateFile({ ...file, version: file.version + 1, state: 'QUEUED' })
  await waitFor(() => expect(importButton()).toBeNull())
})

test('the request of another user can’t be withdrawn, and is linked for deciders only', async () => {
  allowOnly(['All'], ['file:view-all', 'file:view', 'tender:view', 'tender:import'])
  await showFile(withRequest({ is_own: false }))
  await screen.findByText(/Benito Cruz sent this import for approval\./)
  expect(screen.queryByRole('button', { name: 'Withdraw request' })).toBeNull()
  expect(screen.queryByRole('link', { name: 'View request' })).toBeNull()
})

test.each([
  [{ status: 'EXPIRED' }, 'The request for approval expired.'],
  [{ status: 'STALE', decided_by: BENITO }, 'Approved by Benito Cruz, but the data has changed since.'],
  [{ status: 'FAILED' }, 'Approved, but no longer possible.'],
] as const)('an import whose request ended as %j can be sent again', async (ended, title) => {
  await showFile(withRequest(ended))
  await screen.findByText(title)
  expect(importButton()).not.toBeNull()
})
