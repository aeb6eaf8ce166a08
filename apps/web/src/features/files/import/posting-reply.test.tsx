import { caseEndpoints } from '@backoffice/contract/cases'
import { fileEndpoints, type PreviewRow, type TrackedFile } from '@backoffice/contract/files'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { expectAccessible } from '../../../testing/axe.ts'
import { allowOnly, serve, show, testServer } from '../../../testing/screen.tsx'
import { wordsOf } from '../outcome.tsx'
import { ImportButton } from '../tracked/import/import-button.tsx'
import { ImportPart } from './import-part.tsx'

const user = userEvent.setup()
const KEY = '01900000-0000-7000-8000-000000000001'
const AT = '2026-11-20T04:00:00Z'

const FILE: TrackedFile = {
  source_filekey: KEY,
  version: 3,
  file_name: 'reply.csv',
  kind: 'import',
  category: 'CASES',
  state: 'AWAITING_CONFIRMATION',
  size: 120,
  sha256: null,
  uploaded_by: { id: KEY, name: 'Maria Reyes' },
  is_own: true,
  runs_for: null,
  attempt: 1,
  counts: {
    ...{ total: 3, valid: 2, warning: 0, error: 1, duplicate: 0 },
    ...{ processed: 0, skipped: 1, found: null, not_found: null },
  },
  rows_without_dates: 0,
  percent: 0,
  rows_per_second: null,
  seconds_left: null,
  created_at: AT,
  uploaded_at: AT,
  validating_at: AT,
  validated_at: AT,
  confirmed_at: null,
  processing_at: null,
  finished_at: null,
  expires_at: null,
  read_at: AT,
  failure: null,
  already_uploaded: null,
  inquiry: null,
  matching: null,
  fixed_rows: 0,
  preview: {
    ...{ new: 0, changed: 1, unchanged: 1, rejected: 1, moved: 0, tidied: 0, compared_at: AT },
    by_field: [
      { field: 'resolution', count: 1 },
      { field: 'status', count: 1 },
    ],
    by_code: [{ code: 'E007', count: 1 }],
    written: null,
  },
  import: null,
  export: null,
  action: null,
  approval: null,
  hold: null,
  artifacts: ['preview', 'rejected'],
  needs_reason: { artifacts: [], retry: false, run_again: false },
  may: {
    upload: false,
    match: false,
    fix: true,
    confirm: true,
    cancel: true,
    retry: false,
    run_again: false,
    download: true,
    release: false,
  },
}

const CHANGED: PreviewRow = {
  ...{ row_number: 1, line_number: 2, key: 'C-000118', name: '•••• 0011', id: KEY, outcome: 'changed' },
  changes: [
    { field: 'status', from: 'SENT', to: 'RESOLVED' },
    { field: 'resolution', from: null, to: 'NOT_OWED' },
    { field: 'posted_on', from: null, to: '2026-11-19' },
  ],
  errors: [],
}
testServer()
beforeEach(() => {
  const page = { total: 1, total_estimated: false, page: 1, page_size: 25, next: null, previous: null }
  serve(fileEndpoints.preview, () => ({ items: [CHANGED], ...page }))
})

const showPart = (file: TrackedFile = FILE, rows?: 'rejected') =>
  show(`/files/${KEY}`, () => <ImportPart file={file} search={{ rows }} onSearch={() => undefined} />)

test('shows what becomes of each case, without new rows', async () => {
  await showPart()
  const table = await screen.findByRole('table', { name: 'Changed rows' })
  await within(table).findByText('C-000118')
  const cells = within(table)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent)
  expect(cells.join(' | ')).toBe(
    '1 | 2 | C-000118 •••• 0011 | Status | Sent to posting | Resolved | Resolution | — | Not owed | Posted on | — | 19 Nov 2026',
  )
  const tabs = within(screen.getByRole('navigation', { name: 'Rows by outcome' })).getAllByRole('link')
  expect(tabs.map(({ textContent }) => textContent?.replace(/\d.*/, ''))).toEqual([
    'Changed',
    'Unchanged',
    'To fix',
  ])
  await expectAccessible(document.body)
})

test('names the problems of rejected cases to a user who may not fix them', async () => {
  const error = { row_number: 3, line_number: 4, column: 'case_no', value: 'C-000999', code: 'E007' }
  const warning = { ...error, row_number: 2, code: 'W002', message: 'Spaces were removed' }
  serve(fileEndpoints.errors, () => ({
    items: [
      { ...warning, severity: 'warning' as const },
      { ...error, severity: 'error' as const, message: 'C-000999 does not exist' },
    ],
    total: 2,
  }))
  await showPart({ ...FILE, may: { ...FILE.may, fix: false } }, 'rejected')
  const table = await screen.findByRole('table', { name: 'Rejected rows' })
  await within(table).findByText('C-000999 does not exist')
  screen.getByText('1 error in 1 row')
  // A warning does not reject its row.
  expect(within(table).queryByText('Spaces were removed')).toBeNull()
  expect(screen.getAllByText('The case is unknown or already closed').length).toBeGreaterThan(0)
})

test('imports valid rows with the call of cases', async () => {
  const calls = serve(caseEndpoints.import, () => ({ source_filekey: KEY }))
  serve(fileEndpoints.get, () => FILE)
  await showPart()
  await user.click(await screen.findByRole('radio', { name: /Valid rows only/ }))
  await user.click(screen.getByRole('button', { name: 'Import' }))
  await expect
    .poll(() => calls.map(({ body }) => body))
    .toEqual([{ source_filekey: KEY, version: FILE.version, partial: true }])
})

test('does not offer the import to a user who may not resolve cases', async () => {
  allowOnly(['All'], ['file:view', 'case:view'])
  await showPart()
  const button = await screen.findByRole('button', { name: 'Import' })
  expect(button.getAttribute('aria-disabled')).toBe('true')
})

test('an ended reply counts changed cases', () => {
  const preview = { ...FILE.preview, written: { new: 0, changed: 2, conflicts: 0 } }
  const ended = { ...FILE, state: 'COMPLETED_WITH_ERRORS', preview } as TrackedFile
  expect(wordsOf(ended).done).toBe('Imported: 2 changed.')
})

test('the dialog explains the columns and offers the template', async () => {
  serve(caseEndpoints.template, () => ({
    file_name: 'case_replies_v1.csv',
    content: 'case_no,result\n',
    workbook: 'UEs=',
  }))
  await show('/cases', () => <ImportButton category="CASES" label="Import posting reply" />)
  await user.click(screen.getByRole('button', { name: 'Import posting reply' }))
  const dialog = await screen.findByRole('dialog', { name: 'Import posting reply', hidden: true })
  within(dialog).getByText('case_no, result')
  const link = within(dialog).getByText('Download template').closest('a')
  await expect.poll(() => link?.getAttribute('download')).toBe('case_replies_v1.csv')
})
