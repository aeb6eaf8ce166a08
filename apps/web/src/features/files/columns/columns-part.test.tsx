// over 300 lines: the match step of one file.

import { columnEndpoints, type UploadColumns } from '@backoffice/contract/columns'
import { fileEndpoints, type TrackedFile } from '@backoffice/contract/files'
import { optionsEndpoint } from '@backoffice/contract/lookup-tables'
import { aColumn, sampleColumns } from '@backoffice/contract/testing/sample-columns'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { needsLeaveConfirmation } from '../../../kit/form/dirty.ts'
import { expectAccessible } from '../../../testing/axe.ts'
import { sampleFile } from '../../../testing/sample-file.ts'
import { serve, show, testServer } from '../../../testing/screen.tsx'
import { FileScreen } from '../file-screen.tsx'
import type { FileSearch } from '../file-search.ts'
import { updateFile } from '../tracked/file-queries.ts'

const user = userEvent.setup()
testServer()

/** The file and its columns on the server; each test has its own, because the page remembers pushed files. */
let file: TrackedFile
let columns: UploadColumns

beforeEach(() => {
  file = sampleFile({
    kind: 'import',
    category: 'BRANCHES',
    file_name: 'branches november.xlsx',
    state: 'MATCHING',
    validated_at: null,
    counts: { ...sampleFile().counts, total: 0 },
    version: 3,
    may: { ...sampleFile().may, match: true },
  })
  columns = sampleColumns({ source_filekey: file.source_filekey })
  serve(fileEndpoints.get, () => file)
  serve(columnEndpoints.get, () => columns)
})

/** Replies to a matching with the file that is read again. */
function serveMatch() {
  return serve(columnEndpoints.match, () => {
    file = { ...file, state: 'VALIDATING', version: file.version + 1 }
    return file
  })
}

async function showStep(search: FileSearch = {}) {
  const searches: FileSearch[] = []
  await show(`/files/${file.source_filekey}`, () => (
    <FileScreen
      sourceFilekey={file.source_filekey}
      search={search}
      onSearch={(each) => searches.push(each)}
    />
  ))
  await screen.findByRole('table', { name: 'Columns of the file' })
  return searches
}

const fieldOf = (column: string) => screen.getByRole('combobox', { name: `Field for column ${column}` })
const rowOf = (column: RegExp) => within(screen.getByRole('row', { name: column }))
const format = () => screen.getByRole('combobox', { name: 'Format of Opened on' })
const review = () => screen.getByRole('button', { name: 'Review 500 rows' })
const reason = () => {
  const id = review().getAttribute('aria-describedby')
  return id && document.getElementById(id)?.textContent
}

test('columns, suggestions and what is missing are shown', async () => {
  await showStep()
  const table = within(screen.getByRole('table', { name: 'Columns of the file' }))
  expect(table.getAllByRole('row').map(({ textContent }) => textContent?.slice(0, 12))).toContain(
    'BStore no.04',
  )
  rowOf(/^A Company NLF · NLF · MBR/).getByText('Matched by name')
  rowOf(/^B Store no\./).getByText('Remembered from 12 Nov')
  rowOf(/^C Store name/).getByText('Suggested')
  rowOf(/^D Format/).getByText('Not imported')
  rowOf(/^F Closing/).getByText('Detected')
  screen.getByText('Rows are matched to the table by Company and Branch code.')
  // New rows need them; existing rows keep them.
  screen.getByText('Establishment, Region, Province and City have no column.', { exact: false })
  expect(review().getAttribute('aria-disabled')).toBe('true')
  expect(reason()).toBe('Opened on needs a format')
  // The first problem has the focus.
  expect(document.activeElement).toBe(format())
  await expectAccessible(screen.getByRole('main'))
})

test('a date order is chosen, never guessed, and the chosen matching is sent', async () => {
  const calls = serveMatch()
  await showStep()
  expect(
    within(format())
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Choose a format', '31/12/2026', '12/31/2026'])
  await user.click(review())
  expect(calls).toEqual([])
  await user.selectOptions(format(), 'DMY')
  expect(reason()).toBe('5 of 6 columns matched')
  screen.getByText('5 of 6 matched')
  await user.click(screen.getByRole('checkbox', { name: 'Suggest this matching to colleagues' }))
  await user.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() => expect(calls).toHaveLength(1))
  expect(calls[0]?.body).toEqual({
    source_filekey: file.source_filekey,
    version: 3,
    sheet: 0,
    header_row: 1,
    share: true,
    columns: [
      { field: 'company_code', column: 0 },
      { field: 'branch_code', column: 1 },
      { field: 'branch_name', column: 2 },
      { field: 'opened_on', column: 4 },
      { field: 'closed_on', column: 5 },
    ],
    formats: { opened_on: 'DMY', closed_on: 'DMY' },
  })
  await screen.findByText('Reading the file')
  expect(screen.queryByRole('table', { name: 'Columns of the file' })).toBeNull()
})

test('two columns for one field must be solved', async () => {
  await showStep()
  await user.selectOptions(fieldOf('D Format'), 'branch_name')
  for (const row of [/^C Store name/, /^D Format/]) rowOf(row).getByText('Two columns for one field')
  expect(reason()).toContain('Branch name has two columns')
  expect(fieldOf('C Store name').getAttribute('aria-invalid')).toBe('true')
  await user.selectOptions(fieldOf('C Store name'), '')
  rowOf(/^D Format/).getByText('Chosen by you')
  expect(reason()).toBe('Opened on needs a format')
})

test('a required field without a column gets one value for all rows', async () => {
  columns = { ...columns, columns: columns.columns.map((each) => ({ ...each, date_orders: null })) }
  const calls = serveMatch()
  await showStep()
  await user.selectOptions(fieldOf('B Store no.'), '')
  screen.getByText('Branch code is required and has no column.', { exact: false })
  expect(reason()).toBe('1 required field has no column')
  await user.click(screen.getByRole('button', { name: 'Use one value for Branch code…' }))
  const value = screen.getByRole('textbox', { name: 'Branch code' })
  expect(document.activeElement).toBe(value)
  expect(reason()).toBe('Branch code needs its value')
  await user.type(value, '4')
  await user.tab()
  await screen.findByText('Must contain at least 3 characters')
  await user.type(value, '17')
  await user.click(review())
  await waitFor(() => expect(calls).toHaveLength(1))
  expect(calls[0]?.body.columns).toContainEqual({ field: 'branch_code', value: '417' })
})

test('one value for places is chosen from the shipped list, within the places above', async () => {
  await showStep()
  const open = (label: string) => screen.getByRole('button', { name: `Use one value for ${label}…` })
  const choose = async (label: string, option: string) => {
    await user.click(screen.getByRole('combobox', { name: label }))
    await user.click(await screen.findByRole('option', { name: option }))
  }
  await user.click(open('Province'))
  screen.getByText('Select Region first')
  await user.click(open('Region'))
  await choose('Region', 'Region III (Central Luzon)')
  expect(screen.queryByText('Select Region first')).toBeNull()
  await choose('Province', 'Tarlac')
  // Another region has other provinces.
  await choose('Region', 'Region I (Ilocos Region)')
  expect(reason()).toContain('Province needs its value')
  // Provinces of a column differ from row to row.
  await user.selectOptions(fieldOf('D Format'), 'province')
  await user.click(open('City'))
  await user.type(screen.getByRole('textbox', { name: 'City' }), 'Laoag')
})

test('one code for all rows is searched as in the form of a record', async () => {
  const searches = serve(optionsEndpoint('glass/establishment', ['glass-branch:view']), () => ({
    items: [{ code: 'FUELSTN', name: 'Fuel station', in_force: true }],
    more: false,
  }))
  await showStep()
  await user.click(screen.getByRole('button', { name: 'Use one value for Establishment…' }))
  await user.click(screen.getByRole('combobox', { name: 'Establishment' }))
  await user.click(await screen.findByRole('option', { name: 'FUELSTN Fuel station' }))
  expect(searches.length).toBeGreaterThan(0)
  expect(screen.getByRole('combobox', { name: 'Establishment' })).toHaveProperty(
    'value',
    'FUELSTN Fuel station',
  )
})

test('the only key of the rows has no one value', async () => {
  file = { ...file, kind: 'inquiry', category: 'SMAC_INQUIRY' }
  columns = { ...columns, columns: [aColumn([0, 'Member', ['M-1']]), aColumn([1, 'Card', ['•••• 0011']])] }
  await showStep()
  screen.getByText('Card number is required and has no column.')
  expect(screen.queryByRole('button', { name: /one value/ })).toBeNull()
  expect(document.activeElement).toBe(fieldOf('A Member'))
})

test('another header row is read at once, without the choices', async () => {
  const calls = serveMatch()
  await showStep()
  await user.click(screen.getByText('First rows of the file'))
  const preview = within(screen.getByRole('table', { name: 'First rows of the file' }))
  preview.getByRole('rowheader', { name: '1 (header)' })
  await user.selectOptions(screen.getByRole('combobox', { name: 'Header row' }), '3')
  await screen.findByText('Reading the file')
  expect(calls.map(({ body }) => body)).toEqual([
    { source_filekey: file.source_filekey, version: 3, sheet: 0, header_row: 3 },
  ])
  columns = { ...columns, version: 5, header_row: 3, columns: [aColumn([0, '0420', ['0102']])] }
  file = { ...file, state: 'MATCHING', version: 5 }
  act(() => updateFile(file))
  await screen.findByRole('combobox', { name: 'Field for column A 0420' })
  expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Header row' }))
})

test('arrow keys on a closed list send nothing before Enter, or before it is left', async () => {
  const calls = serveMatch()
  await showStep()
  const header = screen.getByRole('combobox', { name: 'Header row' })
  // Without a list, jsdom has no choice by keys.
  const chooseByKey = (value: string) => {
    fireEvent.keyDown(header, { key: 'ArrowDown' })
    fireEvent.change(header, { target: { value } })
  }
  act(() => header.focus())
  chooseByKey('2')
  chooseByKey('3')
  screen.getByText('Press Enter to read the file again.')
  await user.keyboard('{Escape}')
  expect(header).toHaveProperty('value', '1')
  expect(calls).toEqual([])
  chooseByKey('2')
  await user.keyboard('{Enter}')
  await waitFor(() => expect(calls.map(({ body }) => body.header_row)).toEqual([2]))
})

test('another sheet is read from its first row', async () => {
  const calls = serveMatch()
  await showStep()
  await user.selectOptions(screen.getByRole('combobox', { name: 'Sheet' }), 'Notes (12 rows)')
  await waitFor(() => expect(calls[0]?.body).toMatchObject({ sheet: 1, header_row: 1 }))
})

test('choices stay when the file changes, and leaving needs a confirmation', async () => {
  const calls = serveMatch()
  await showStep()
  expect(needsLeaveConfirmation()).toBe(false)
  await user.selectOptions(format(), 'MDY')
  expect(needsLeaveConfirmation()).toBe(true)
  columns = {
    ...columns,
    version: 4,
    same_headers: [
      { source_filekey: '00000000-0000-4000-8000-00000000000b', version: 2, file_name: 'b.csv' },
    ],
  }
  file = { ...file, version: 4 }
  act(() => updateFile(file))
  await screen.findByRole('checkbox', { name: 'Use it for 1 more file with the same columns: b.csv' })
  expect(format()).toHaveProperty('value', 'MDY')
  await user.click(review())
  await waitFor(() => expect(calls).toHaveLength(1))
  expect(calls[0]?.body).toMatchObject({
    version: 4,
    formats: { opened_on: 'MDY' },
    also: [{ source_filekey: '00000000-0000-4000-8000-00000000000b', version: 2 }],
  })
  await screen.findByText('1 more file is checked with the same matching:', { exact: false })
  expect(screen.getByRole('link', { name: 'b.csv' }).getAttribute('href')).toBe(
    '/files/00000000-0000-4000-8000-00000000000b',
  )
})

test('a refusal is shown at its column, and keeps the choices', async () => {
  const detail = 'Check the columns.'
  const errors = [{ field: 'columns.1.column', code: 'invalid', message: 'No value is a branch code.' }]
  serve(columnEndpoints.match, () => ({ refusal: { status: 422, code: 'invalid', detail, errors } }))
  await showStep()
  await user.selectOptions(format(), 'DMY')
  await user.click(review())
  await screen.findByText('No value is a branch code.')
  expect(document.activeElement).toBe(fieldOf('B Store no.'))
  expect(format()).toHaveProperty('value', 'DMY')
})

test('after a conflict the choices are sent again for the current version', async () => {
  const calls = serve(columnEndpoints.match, ({ body }) => {
    if (body.version === 4) return { ...file, state: 'VALIDATING' as const, version: 5 }
    file = { ...file, version: 4 }
    columns = { ...columns, version: 4 }
    return { refusal: { status: 409, code: 'version_conflict', detail: 'Someone else changed this file.' } }
  })
  await showStep()
  await user.selectOptions(format(), 'DMY')
  await user.click(review())
  await screen.findByText('Someone else changed this file.')
  expect(format()).toHaveProperty('value', 'DMY')
  await waitFor(async () => {
    await user.click(review())
    expect(calls.at(-1)?.body).toMatchObject({ version: 4, formats: { opened_on: 'DMY' } })
  })
})

test('a file of another category is pointed to its list', async () => {
  columns = { ...columns, looks_like: 'ESTABLISHMENTS' }
  await showStep()
  screen.getByText('This looks like a file of Establishment.')
  expect(screen.getByRole('link', { name: 'Open Establishment' }).getAttribute('href')).toBe(
    '/glass/establishment',
  )
})

test('the matching of a checked file can be changed', async () => {
  file = {
    ...file,
    state: 'AWAITING_CONFIRMATION',
    matching: { at: '2026-11-12T02:00:00Z', fields: 8, columns: 10, is_remembered: true },
  }
  const searches: FileSearch[] = []
  await show(`/files/${file.source_filekey}`, () => (
    <FileScreen sourceFilekey={file.source_filekey} search={{}} onSearch={(each) => searches.push(each)} />
  ))
  await screen.findByText('8 of 10 matched, as on 12 Nov')
  await user.click(screen.getByRole('button', { name: 'Change matching' }))
  expect(searches).toEqual([{ step: 'columns' }])
})

test('the match step of a checked file goes back to its review', async () => {
  file = {
    ...file,
    state: 'AWAITING_CONFIRMATION',
    matching: { at: '2026-11-12T02:00:00Z', fields: 1, is_remembered: false },
  }
  const searches = await showStep({ step: 'columns' })
  rowOf(/^B Store no\./).getByText('As in the last check')
  rowOf(/^A Company/).getByText('Not imported')
  await user.click(screen.getByRole('button', { name: 'Back' }))
  await waitFor(() => expect(searches).toEqual([{}]))
})

test('a user who may not match the columns sees who can', async () => {
  file = { ...file, may: { ...file.may, match: false } }
  await show(`/files/${file.source_filekey}`, () => (
    <FileScreen sourceFilekey={file.source_filekey} search={{}} onSearch={() => undefined} />
  ))
  await screen.findByText('Maria Reyes can match them.', { exact: false })
})
