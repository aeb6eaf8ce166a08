// over 300 lines: the rows to fix of one file.

import type { TrackedFile } from '@backoffice/contract/files'
import { fixEndpoints, type RowsToFix } from '@backoffice/contract/fixes'
import { optionsEndpoint } from '@backoffice/contract/lookup-tables'
import { CARD_ROWS, MALFORMED, ROWS_TO_FIX, WARNED } from '@backoffice/contract/testing/sample-rows-to-fix'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { needsLeaveConfirmation } from '../../../kit/form/dirty.ts'
import { queryClient } from '../../../net/query-client.ts'
import { expectAccessible } from '../../../testing/axe.ts'
import { sampleFile } from '../../../testing/sample-file.ts'
import { type Call, serve, show, testServer } from '../../../testing/screen.tsx'
import { FixPart } from './fix-part.tsx'

const user = userEvent.setup()
const preview: NonNullable<TrackedFile['preview']> = {
  ...{ new: 480, changed: 13, unchanged: 0, rejected: 7, moved: 0, tidied: 0 },
  ...{ compared_at: '2026-11-24T06:05:00Z', by_field: [], by_code: [], written: null },
}
let file: TrackedFile
let rows: RowsToFix
let saves: Call[]
/** Shows the file in another state, as an event of the server does. */
let update: (shown: { file: TrackedFile; checking?: TrackedFile }) => void
let hasDraft = false

testServer()
beforeEach(() => {
  file = sampleFile({
    ...{ kind: 'import', category: 'BRANCHES', file_name: 'branches november.xlsx' },
    ...{ artifacts: ['preview', 'rejected'], preview },
  })
  rows = ROWS_TO_FIX
  serve(fixEndpoints.rows, () => rows)
  saves = serve(fixEndpoints.save, () => ({ ...file, version: 5, state: 'VALIDATING' as const }))
})

function Screen() {
  const [shown, setShown] = useState<{ file: TrackedFile; checking?: TrackedFile }>({ file })
  update = (next) => act(() => setShown(next))
  return (
    <main>
      <FixPart
        file={shown.file}
        checking={shown.checking}
        preview={shown.file.preview ?? undefined}
        onDraft={(isDirty) => {
          hasDraft = isDirty
        }}
      />
    </main>
  )
}

async function showPart(shown: RowsToFix = ROWS_TO_FIX) {
  rows = shown
  await show(`/files/${file.source_filekey}`, () => <Screen />)
  return screen.findByRole('grid', { name: 'Rows to fix' })
}

const rowOf = (number: number) => screen.getByRole('row', { name: new RegExp(`^(Fixed ?)?${number} `) })
const cell = (number: number, index: number) => {
  const found = within(rowOf(number)).getAllByRole('gridcell')[index]
  if (!found) throw new Error(`Row ${number} has no cell ${index}`)
  return found
}
const COMPANY = 0
const CODE = 1
const NAME = 2
const OPENED = 5
const focus = (element: HTMLElement) => act(() => element.focus())
const messages = () => screen.getAllByRole('status').map(({ textContent }) => textContent)
const bannerText = () => screen.getByText(/^Row \d+/, { selector: 'strong' }).textContent

test('shows each problem in its cell, and the one of the active cell in words', async () => {
  const grid = await showPart()
  expect(
    within(grid)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent),
  ).toEqual([...['Row', 'Company', 'Branch code', 'Branch name', 'Establishment', 'City', 'Opened on']])
  expect(cell(101, CODE).textContent).toBe('417Zero missing?')
  expect(cell(224, OPENED).textContent).toBe('31/02/2026No such date')
  expect(screen.getByRole('rowheader', { name: '101' }).title).toBe('Line 102')
  // The first problem is active, and the grid is one tab stop.
  expect(bannerText()).toBe('Row 5, Company: XXX does not exist.')
  expect(grid.querySelectorAll('[tabindex="0"]')).toHaveLength(1)
  await expectAccessible(document.body)
})

test('by keyboard: next problem, suggestion, all alike, undo', async () => {
  await showPart()
  focus(cell(5, COMPANY))
  await user.keyboard('{Alt>}{Enter}{/Alt}')
  expect(cell(5, COMPANY).textContent).toBe('NLFwas XXX')
  expect(document.activeElement).toBe(cell(5, COMPANY))
  await user.keyboard('{F8}{F8}')
  expect(document.activeElement).toBe(cell(101, CODE))
  expect(messages()).toContain(
    'Row 101, Branch code: 417 may have lost a leading zero. Alt Enter uses the suggestion.',
  )
  await user.click(screen.getByRole('button', { name: 'Apply to 4 alike' }))
  expect(messages()).toContain('Applied to 4 rows.')
  expect([101, 102, 224, 303].map((row) => cell(row, CODE).textContent)).toEqual([
    '0417was 417',
    '0420was 420',
    '0118was 118',
    '0102was 102',
  ])
  await user.keyboard('{Control>}z{/Control}')
  expect(cell(303, CODE).textContent).toBe('102Zero missing?')
  expect(cell(5, COMPANY).textContent).toBe('NLFwas XXX')
  await user.keyboard('{Shift>}{F8}{/Shift}')
  expect(document.activeElement).toBe(cell(52, NAME))
})

test('by keyboard: typing replaces, Enter goes down, Tab right, Escape undoes the edit and then the change', async () => {
  await showPart()
  focus(cell(101, CODE))
  await user.keyboard('ab12{Enter}')
  // Codes are stored in upper case.
  expect(cell(101, CODE).textContent).toBe('AB12was 417')
  expect(document.activeElement).toBe(cell(102, CODE))
  await user.keyboard('{F2}{Backspace}{Tab}')
  expect(cell(102, CODE).textContent).toContain('42')
  await within(rowOf(102)).findByText(/at least 3|3 characters/i)
  expect(document.activeElement).toBe(cell(102, NAME))
  await user.keyboard('{ArrowUp}{ArrowLeft}{Enter}9{Escape}')
  expect(cell(101, CODE).textContent).toBe('AB12was 417')
  expect(document.activeElement).toBe(cell(101, CODE))
  await user.keyboard('{Escape}')
  expect(cell(101, CODE).textContent).toBe('417Zero missing?')
  await user.keyboard('{Delete}')
  await expect.poll(() => cell(101, CODE).textContent).toBe('emptyEnter Branch code')
})

const searched = () =>
  waitFor(() => expect(screen.getByRole('listbox').hasAttribute('aria-busy')).toBe(false))

test('a code that is not in the list can be typed, and is left to the check', async () => {
  serve(optionsEndpoint('lookup/company_group', ['glass-branch:view']), () => ({ items: [], more: false }))
  await showPart()
  focus(cell(5, COMPANY))
  await user.keyboard('{Enter}zz9')
  await searched()
  screen.getByText('Press enter to create a tag')
  await user.keyboard('{Enter}')
  expect(cell(5, COMPANY).textContent).toBe('ZZ9Not in the list')
  screen.getByText('1 changed row still has problems.')
  await user.click(screen.getByRole('button', { name: 'Re-check' }))
  await expect.poll(() => saves[0]?.body.items).toEqual([{ row: 5, values: { company_code: 'ZZ9' } }])
})

test('below a long list, a code that is not in it can still be entered', async () => {
  const items = Array.from({ length: 40 }, (_, index) => ({
    code: `ZZ${index}0`,
    name: 'Zambales',
    in_force: true,
  }))
  serve(optionsEndpoint('lookup/company_group', ['glass-branch:view']), () => ({ items, more: false }))
  await showPart()
  focus(cell(5, COMPANY))
  await user.keyboard('{Enter}zz9')
  await searched()
  screen.getByRole('option', { name: /^ZZ00/ })
  await user.click(screen.getByText('Press enter to create a tag'))
  expect(cell(5, COMPANY).textContent).toBe('ZZ9Not in the list')
})

test('a code that is in the list is not offered as one that is not', async () => {
  serve(optionsEndpoint('lookup/company_group', ['glass-branch:view']), () => ({
    items: [{ code: 'NLF', name: 'Northern Luzon', in_force: true }],
    more: false,
  }))
  await showPart()
  focus(cell(5, COMPANY))
  await user.keyboard('{Enter}nlf')
  await screen.findByRole('option', { name: /^NLF/ })
  await waitFor(() => expect(screen.queryByText('Press enter to create a tag')).toBeNull())
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['NLF Northern Luzon'])
  await user.keyboard('{Enter}')
  expect(cell(5, COMPANY).textContent).toBe('NLFwas XXX')
})

test('a pasted block fills cells, and a copied cell is what it shows', async () => {
  await showPart()
  const target = cell(101, CODE)
  focus(target)
  fireEvent.paste(target, { clipboardData: { getData: () => '0417\tTarlac\r\n0420\tCapas\r\n' } })
  expect(cell(102, NAME).textContent).toBe('Capaswas Mabini – Capas')
  expect(messages()).toContain('Pasted 4 cells.')
  const copied: string[] = []
  fireEvent.copy(target, { clipboardData: { setData: (_: string, text: string) => copied.push(text) } })
  expect(copied).toEqual(['0417'])
})

test('a pasted date is read in the format of its column', async () => {
  const paste = (row: number, text: string) => {
    focus(cell(row, OPENED))
    fireEvent.paste(cell(row, OPENED), { clipboardData: { getData: () => text } })
  }
  await showPart()
  paste(224, '01/11/2026')
  expect(cell(224, OPENED).textContent).toMatch(/^1 Nov 2026was/)
  paste(224, '31/02/2026x')
  expect(cell(224, OPENED).textContent).toMatch(/^31\/02\/2026x/)
  paste(101, '2026-11-01')
  expect(cell(101, OPENED).textContent).toMatch(/^1 Nov 2026was/)
})

test('a typed or pasted date has the month first in a column with the month first', async () => {
  await showPart({ ...ROWS_TO_FIX, formats: { opened_on: 'MDY' } })
  focus(cell(224, OPENED))
  fireEvent.paste(cell(224, OPENED), { clipboardData: { getData: () => '11/02/2026' } })
  expect(cell(224, OPENED).textContent).toMatch(/^2 Nov 2026was/)
  focus(cell(101, OPENED))
  await user.keyboard('11/03/2026{Enter}')
  expect(cell(101, OPENED).textContent).toMatch(/^3 Nov 2026was/)
})

test('a re-check sends the draft, keeps the grid while it runs, and goes to the next problem', async () => {
  const grid = await showPart()
  focus(cell(5, COMPANY))
  await user.keyboard('{Alt>}{Enter}{/Alt}')
  expect(needsLeaveConfirmation()).toBe(true)
  screen.getByText('1 fixed row is imported after a re-check.')
  screen.getByText('— 1 fixed')
  await user.click(screen.getByRole('button', { name: 'Import 493 valid rows' }))
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(messages()).toContain('Re-check the fixed rows first.')

  await user.click(screen.getByRole('button', { name: 'Re-check' }))
  await expect
    .poll(() => saves.map(({ body }) => body))
    .toEqual([
      {
        source_filekey: file.source_filekey,
        version: 4,
        items: [{ row: 5, values: { company_code: 'NLF' } }],
      },
    ])
  await expect.poll(() => hasDraft).toBe(false)
  expect(needsLeaveConfirmation()).toBe(false)
  const checking = { ...file, version: 5, state: 'VALIDATING' as const, percent: 40 }
  update({ file, checking })
  screen.getByRole('progressbar', { name: 'Check of the fixed rows' })
  expect(grid.isConnected).toBe(true)
  expect(cell(5, COMPANY).textContent).toBe('NLFwas XXX')

  rows = { ...ROWS_TO_FIX, version: 6, rows: ROWS_TO_FIX.rows.slice(1), total_rejected: 6, total_fixed: 1 }
  update({ file: { ...file, version: 6, preview: { ...preview, new: 481, rejected: 6 } } })
  await screen.findByRole('heading', { name: '6 rows to fix' })
  await expect.poll(() => document.activeElement).toBe(cell(52, NAME))
  expect(messages()).toContain('Checked. 6 rows left to fix.')
})

test('after the last row is fixed, the focus is on the import', async () => {
  await showPart({ ...ROWS_TO_FIX, rows: ROWS_TO_FIX.rows.slice(0, 1), total_rejected: 1 })
  focus(cell(5, COMPANY))
  await user.keyboard('{Alt>}{Enter}{/Alt}')
  await user.click(screen.getByRole('button', { name: 'Re-check' }))
  await expect.poll(() => saves.length).toBe(1)
  rows = { ...ROWS_TO_FIX, version: 6, rows: [], total_rejected: 0, total_fixed: 1 }
  update({ file: { ...file, version: 6, preview: { ...preview, new: 487, rejected: 0 } } })
  await screen.findByText('Every row can be imported.')
  const button = screen.getByRole('button', { name: 'Import 500 rows' })
  await expect.poll(() => document.activeElement).toBe(button)
  expect(messages()).toContain('Checked. Nothing is left to fix.')
})

test('a version conflict keeps the draft, and so does the check of another page', async () => {
  saves = serve(fixEndpoints.save, () => ({ refusal: { status: 409, code: 'version_conflict' } }))
  await showPart()
  focus(cell(5, COMPANY))
  await user.keyboard('{Alt>}{Enter}{/Alt}{F8}Anao{Enter}')
  await user.click(screen.getByRole('button', { name: 'Re-check' }))
  await screen.findByText('The file has changed in the meantime.')
  rows = { ...ROWS_TO_FIX, version: 7, rows: ROWS_TO_FIX.rows.slice(1), total_rejected: 6 }
  update({ file: { ...file, version: 7 } })
  await screen.findByText(/^1 changed row is no longer listed/)
  expect(cell(52, NAME).textContent).toBe('Anaowas empty')
  await user.click(screen.getByRole('button', { name: 'Re-check' }))
  await expect
    .poll(() => saves[1]?.body)
    .toEqual({
      source_filekey: file.source_filekey,
      version: 7,
      items: [{ row: 52, values: { branch_name: 'Anao' } }],
    })
})

test('a saved correction can be taken back', async () => {
  const [first, ...others] = ROWS_TO_FIX.rows
  if (!first) throw new Error('The sample has no rows.')
  const saved = { ...first, cells: { ...first.cells, branch_name: 'Gerona' }, was: { branch_name: 'Mabini' } }
  await showPart({ ...ROWS_TO_FIX, rows: [saved, ...others] })
  expect(cell(5, NAME).textContent).toBe('Geronawas Mabini')
  focus(cell(5, NAME))
  await user.keyboard('{Escape}')
  expect(cell(5, NAME).textContent).toBe('Mabini')
  await user.click(screen.getByRole('button', { name: 'Re-check' }))
  await expect.poll(() => saves[0]?.body.items).toEqual([{ row: 5, values: { branch_name: null } }])
})

test('a masked number is whole only in its editor, and nowhere else', async () => {
  const whole = '9990000000000012'
  const fixed = '9990000000000011'
  const loads = serve(fixEndpoints.cell, () => ({ value: whole }))
  file = sampleFile()
  await showPart(CARD_ROWS)
  const number = cell(3, 0)
  expect(number.textContent).toContain('•••• 0012')
  focus(number)
  await user.keyboard('{Enter}')
  const input = await screen.findByDisplayValue(whole)
  expect(loads.map(({ body }) => body)).toEqual([
    { source_filekey: file.source_filekey, row: 3, field: 'card_number' },
  ])
  await user.type(input, '{Escape}')
  expect(document.body.innerHTML).not.toContain(whole)
  expect(screen.queryByText('— 1 fixed')).toBeNull()

  await user.keyboard('{Enter}')
  await user.type(await screen.findByDisplayValue(whole), '{Backspace}1{Enter}')
  expect(cell(3, 0).textContent).toBe('ending in 0011•••• 0011was •••• 0012')
  await screen.findByText('— 1 fixed')
  const copied: string[] = []
  fireEvent.copy(cell(3, 0), { clipboardData: { setData: (_: string, text: string) => copied.push(text) } })
  const left = [document.documentElement.outerHTML, document.title, JSON.stringify({ ...localStorage })]
  const cached = JSON.stringify(
    queryClient
      .getQueryCache()
      .getAll()
      .map(({ state }) => state),
  )
  for (const place of [...left, JSON.stringify({ ...sessionStorage }), cached, ...copied]) {
    expect(place).not.toContain(whole)
    expect(place).not.toContain(fixed)
  }
  await user.click(screen.getByRole('button', { name: 'Re-check' }))
  await expect.poll(() => saves[0]?.body.items).toEqual([{ row: 3, values: { card_number: fixed } }])
})

test('warned rows follow under a toggle; malformed lines state how to go on', async () => {
  await showPart({ ...ROWS_TO_FIX, rows: [MALFORMED, ...ROWS_TO_FIX.rows, WARNED], total_warned: 1 })
  expect(screen.queryByRole('rowheader', { name: '601' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Rows with warnings 1' }))
  expect(document.activeElement).toBe(cell(601, NAME))
  expect(cell(601, NAME).textContent).toBe('Luna – PaniquiCleaned up')
  const line = within(rowOf(12)).getByRole('gridcell')
  expect(line.textContent).toBe(
    'The line has 12 cells, and the header has 6Fix this line in the file and upload it again.',
  )
  focus(line)
  await user.keyboard('x{Enter}')
  expect(within(rowOf(12)).queryByRole('textbox')).toBeNull()
  await expectAccessible(document.body)
})

test('more rows than one page of them are announced', async () => {
  await showPart({ ...ROWS_TO_FIX, total_rejected: 5_240 })
  screen.getByText('The first 7 of 5,240. Re-check to see the next.')
})

test('an error of the rows can be retried', async () => {
  serve(fixEndpoints.rows, () => ({ refusal: { status: 404, code: 'file_not_found', detail: 'Gone.' } }))
  await show(`/files/${file.source_filekey}`, () => <Screen />)
  await screen.findByRole('button', { name: 'Try again' })
})

test.each([
  [{ warning: 40, duplicate: 10 }, 'Duplicates and warnings 50'],
  [{ warning: 0, duplicate: 10 }, 'Duplicates 10'],
  [{ warning: 40, duplicate: 0 }, 'Rows with warnings 40'],
])('the button of rows with warnings agrees with the counts %j', async (counts, name) => {
  file = sampleFile({ counts: { ...sampleFile().counts, total: 2_000, error: 1_500, ...counts } })
  await showPart({
    ...CARD_ROWS,
    rows: [...CARD_ROWS.rows, { ...WARNED, row_number: 7 }],
    total_rejected: 1_500,
    total_warned: counts.warning + counts.duplicate,
  })
  await user.click(screen.getByRole('button', { name }))
  expect(document.activeElement?.closest('[role="row"]')).toBe(rowOf(7))
})
