import { fileEndpoints, type TrackedFile } from '@backoffice/contract/files'
import { fixEndpoints } from '@backoffice/contract/fixes'
import { inquiryEndpoints } from '@backoffice/contract/inquiries'
import { CARD_ROWS, ROWS_TO_FIX } from '@backoffice/contract/testing/sample-rows-to-fix'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { sampleFile } from '../../../testing/sample-file.ts'
import { serve, show, testServer } from '../../../testing/screen.tsx'
import { FileScreen } from '../file-screen.tsx'
import { readPreviewSearch } from '../file-search.ts'
import { ImportPart } from '../import/import-part.tsx'
import { InquiryPart } from '../inquiry/inquiry-part.tsx'
import { fileQuery, updateFile } from '../tracked/file-queries.ts'
import { importEndpoints } from '../tracked/import/import-endpoints.ts'

const user = userEvent.setup()
let file: TrackedFile

testServer()
beforeEach(() => {
  const page = { total: 0, total_estimated: false, page: 1, page_size: 25, next: null, previous: null }
  serve(fileEndpoints.preview, () => ({ items: [], ...page }))
  serve(fileEndpoints.errors, () => ({ items: [], total: 0 }))
  serve(fileEndpoints.get, () => file)
  serve(fixEndpoints.rows, () => ROWS_TO_FIX)
})

function Screen() {
  const { data } = useQuery(fileQuery(file.source_filekey))
  const search = readPreviewSearch(useLocation().search)
  const navigate = useNavigate()
  if (!data) return null
  return (
    <main>
      {data.kind === 'import' ? (
        <ImportPart
          file={data}
          search={search}
          onSearch={({ rows }) => void navigate({ to: '.', search: { rows } })}
        />
      ) : (
        <InquiryPart file={data} />
      )}
    </main>
  )
}

function showFile(shown: TrackedFile, search = '') {
  file = shown
  return show(`/files/${shown.source_filekey}${search}`, () => <Screen />)
}

const preview: NonNullable<TrackedFile['preview']> = {
  ...{ new: 480, changed: 13, unchanged: 0, rejected: 7, moved: 0, tidied: 0 },
  ...{ compared_at: '2026-11-24T06:05:00Z', by_field: [], by_code: [], written: null },
}
const anImport = () =>
  sampleFile({
    ...{ kind: 'import', category: 'BRANCHES', preview },
    counts: { ...sampleFile().counts, total: 500, valid: 493, error: 7 },
  })
const tab = (name: string) =>
  within(screen.getByRole('navigation', { name: 'Rows by outcome' })).getByRole('link', {
    name: new RegExp(`^${name}`),
  })
const grid = () => screen.queryByRole('grid', { name: 'Rows to fix' })
const useSuggestion = async () => {
  await screen.findByRole('grid', { name: 'Rows to fix' })
  await user.click(screen.getByRole('button', { name: 'Use NLF' }))
}

test('an import keeps corrections under other tabs, where it cannot be started', async () => {
  await showFile(anImport(), '?rows=rejected')
  await useSuggestion()
  expect(screen.queryByRole('button', { name: 'Import' })).toBeNull()
  await user.click(tab('New'))
  await screen.findByText('Re-check the fixed rows under To fix first.')
  expect(screen.queryByRole('button', { name: 'Import' })).toBeNull()
  await user.click(tab('To fix'))
  await screen.findByText('1 fixed row is imported after a re-check.')
})

test('F8 goes to the problems from anywhere on the page, and from other tabs to the first one', async () => {
  const cell = (row: number, text: string) =>
    screen.getByRole('row', { name: new RegExp(`^${row} `) }).querySelector(`[role=gridcell]${text}`)
  await showFile(anImport(), '?rows=new')
  await screen.findByText('480')
  expect(grid()).toBeNull()
  await user.keyboard('{F8}')
  await screen.findByRole('grid', { name: 'Rows to fix' })
  await expect.poll(() => document.activeElement).toBe(cell(5, '[data-column="1"]'))
  await user.keyboard('{F8}')
  expect(document.activeElement).toBe(cell(52, '[data-column="3"]'))
  await user.click(tab('New'))
  await user.keyboard('{Shift>}{F8}{/Shift}')
  await expect.poll(() => document.activeElement).toBe(cell(5, '[data-column="1"]'))
  act(() => tab('New').focus())
  await user.keyboard('{F8}')
  expect(document.activeElement).toBe(cell(5, '[data-column="1"]'))
})

test('F8 stays in a text field and in a dialog', async () => {
  await showFile(anImport(), '?rows=rejected')
  await screen.findByRole('grid', { name: 'Rows to fix' })
  const field = document.body.appendChild(document.createElement('input'))
  act(() => field.focus())
  await user.keyboard('{F8}')
  expect(document.activeElement).toBe(field)
  field.remove()
  await user.click(screen.getByRole('button', { name: 'Import 493 valid rows' }))
  const dialog = await screen.findByRole('alertdialog', { hidden: true })
  const cancel = within(dialog).getByText('Cancel')
  act(() => cancel.focus())
  await user.keyboard('{F8}')
  expect(document.activeElement).toBe(cancel)
  await user.click(cancel)
})

test('the valid rows are imported after a confirmation that the others are skipped', async () => {
  const imports = serve(importEndpoints('BRANCHES').confirm, () => ({ source_filekey: file.source_filekey }))
  await showFile(anImport(), '?rows=rejected')
  await user.click(await screen.findByRole('button', { name: 'Import 493 valid rows' }))
  const dialog = await screen.findByRole('alertdialog', { name: 'Import 493 valid rows?', hidden: true })
  within(dialog).getByText(/^7 rejected rows are skipped\./)
  await user.click(within(dialog).getByText('Import'))
  await expect
    .poll(() => imports.map(({ body }) => body))
    .toEqual([{ source_filekey: file.source_filekey, version: file.version, partial: true }])
})

test('one row that is left out is stated in the singular', async () => {
  const one = { ...preview, rejected: 1 }
  await showFile({ ...anImport(), preview: one }, '?rows=rejected')
  await user.click(await screen.findByRole('button', { name: 'Import 493 valid rows' }))
  const dialog = await screen.findByRole('alertdialog', { hidden: true })
  within(dialog).getByText('1 rejected row is skipped. After the import, it can only be fixed in a new file.')
})

test('an event about the file keeps the draft, and a re-check keeps the screen', async () => {
  await showFile(anImport(), '?rows=rejected')
  await useSuggestion()
  act(() => updateFile({ ...file, version: file.version + 1 }))
  await screen.findByText('1 fixed row is imported after a re-check.')
  const checking = { ...file, version: file.version + 2, state: 'VALIDATING' as const, preview: null }
  serve(fixEndpoints.save, () => {
    file = checking
    return checking
  })
  await user.click(screen.getByRole('button', { name: 'Re-check' }))
  await screen.findByRole('progressbar', { name: 'Check of the fixed rows' })
  expect(grid()).not.toBeNull()
  expect(tab('To fix').textContent).toContain('7')
  serve(fixEndpoints.rows, () => ({ ...ROWS_TO_FIX, rows: ROWS_TO_FIX.rows.slice(1), total_rejected: 6 }))
  const checked = { ...checking, version: file.version + 3, state: 'AWAITING_CONFIRMATION' as const }
  act(() => updateFile({ ...checked, preview: { ...preview, new: 481, rejected: 6 }, fixed_rows: 1 }))
  await screen.findByRole('heading', { name: '6 rows to fix' })
  expect(tab('To fix').textContent).toContain('6')
})

test('an inquiry is fixed in the place of its errors, and not run before the re-check', async () => {
  serve(fixEndpoints.rows, () => ({
    ...CARD_ROWS,
    rows: CARD_ROWS.rows.map((row) => ({
      ...row,
      problems: row.problems.map((each) => ({ ...each, field: 'date_from', suggestion: DATE })),
    })),
  }))
  await showFile(sampleFile({ counts: { ...sampleFile().counts, total: 3, valid: 2, error: 1 } }))
  await screen.findByRole('grid', { name: 'Rows to fix' })
  expect(screen.queryByRole('table', { name: 'Errors and warnings' })).toBeNull()
  screen.getByRole('button', { name: 'Run inquiry' })
  await user.click(screen.getByRole('button', { name: 'Use 2026-11-02' }))
  await screen.findByText('Blocked: re-check the fixed rows first')
  // The form stays in its place, and is not sent.
  const runs = serve(inquiryEndpoints.run, () => ({ refusal: { status: 409, code: 'file_state_conflict' } }))
  const button = screen.getByRole('button', { name: 'Run inquiry' })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  await user.selectOptions(screen.getByLabelText('Purpose'), 'AUDIT')
  await user.type(screen.getByLabelText('Ticket number'), 'OPS-1{Enter}')
  await user.click(button)
  expect(runs).toEqual([])
  screen.getByText('1 fixed row is looked up after a re-check.')
})
const DATE = { value: '2026-11-02', kind: 'date' } as const

test('a tab that opens during a check waits for its end', async () => {
  const calls = serve(fileEndpoints.preview, () => ({
    refusal: { status: 409, code: 'file_state_conflict' },
  }))
  await showFile(anImport(), '?rows=rejected')
  await useSuggestion()
  serve(fixEndpoints.save, () => {
    file = { ...file, version: file.version + 1, state: 'VALIDATING', preview: null }
    return file
  })
  await user.click(screen.getByRole('button', { name: 'Re-check' }))
  await screen.findByRole('progressbar', { name: 'Check of the fixed rows' })
  await user.click(tab('New'))
  const rows = await screen.findByRole('table')
  expect(rows.getAttribute('aria-busy')).toBe('true')
  expect(calls).toEqual([])
  const page = { total: 0, total_estimated: false, page: 1, page_size: 25, next: null, previous: null }
  const done = serve(fileEndpoints.preview, () => ({ items: [], ...page }))
  act(() => updateFile({ ...file, version: 9, state: 'AWAITING_CONFIRMATION', preview }))
  await expect.poll(() => done.length).toBe(1)
})

test('an inquiry lists its ignored columns, and has one download of its rejected rows', async () => {
  const ignored = (column: string) => ({
    ...{ row_number: 0, line_number: 1, column, value: '', severity: 'warning' as const },
    ...{ code: 'W001', message: 'Unknown column, ignored' },
  })
  serve(fileEndpoints.errors, () => ({ items: [ignored('Remarks'), ignored('Format')], total: 2 }))
  serve(fixEndpoints.rows, () => CARD_ROWS)
  file = sampleFile({
    counts: { ...sampleFile().counts, total: 3, valid: 2, error: 1 },
    artifacts: ['source', 'errors', 'rejected'],
  })
  await show(`/files/${file.source_filekey}`, () => (
    <FileScreen sourceFilekey={file.source_filekey} search={{}} onSearch={() => undefined} />
  ))
  await screen.findByText('2 columns are ignored: Remarks, Format')
  screen.getByText('1 row to fix', { selector: '[data-tone]' })
  screen.getByRole('button', { name: 'Download the rest' })
  expect(screen.queryByRole('button', { name: 'Download rejected' })).toBeNull()
})

test('a user who may not fix the rows of an inquiry sees its errors', async () => {
  const counts = { ...sampleFile().counts, total: 3, valid: 2, error: 1 }
  const shown = sampleFile({ counts })
  const found = { row_number: 1, line_number: 2, column: 'card_number', value: '', message: 'x' }
  serve(fileEndpoints.errors, () => ({
    items: [
      { ...found, severity: 'error' as const, code: 'E001' },
      { ...found, severity: 'warning' as const, code: 'W002' },
      { ...found, row_number: 2, line_number: 3, severity: 'warning' as const, code: 'W002' },
    ],
    total: 3,
  }))
  await showFile({ ...shown, may: { ...shown.may, fix: false } })
  await screen.findByText('Errors and warnings')
  await screen.findByText('1 error, 2 warnings')
  expect(grid()).toBeNull()
})
