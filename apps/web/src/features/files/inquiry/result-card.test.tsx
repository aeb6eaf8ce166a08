import type { ResultOutcome } from '@backoffice/contract/file-kinds'
import { fileEndpoints, type ResultRow, type TrackedFile } from '@backoffice/contract/files'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { usePreferences } from '../../../kit/preferences/preferences.ts'
import { expectAccessible } from '../../../testing/axe.ts'
import { allowOnly, type Call, serve, show, testServer } from '../../../testing/screen.tsx'
import type { FileSearch } from '../file-search.ts'
import { setInquiryStart, useInquiryStart } from '../tracked/inquiry-start.ts'
import { ResultCard } from './result-card.tsx'

const KEY = '00000000-0000-4000-8000-000000000001'
const CARD_ID = '00000000-0000-4000-8000-000000000002'
const TOTAL = 60

const FILE = {
  source_filekey: KEY,
  finished_at: '2026-11-24T06:02:00Z',
  counts: { total: TOTAL, found: 57, not_found: 1, error: 1, duplicate: 1 },
  inquiry: {
    purpose: 'RECONCILIATION',
    ticket_no: 'OPS-20440',
    date_from: '2026-10-01',
    date_to: '2026-10-31',
  },
} as unknown as TrackedFile

const NOTHING = {
  ...{ card_id: null, reference_no: null, reason: null, card_status: null, tier: null, points_balance: null },
  ...{
    last_transaction_at: null,
    transactions: null,
    amount: null,
    points_earned: null,
    points_redeemed: null,
  },
  ...{ pending: null, oldest_pending_working_days: null },
}
const FOUND = {
  ...{ card_id: CARD_ID, reference_no: null, reason: null, card_status: 'BLOCKED', tier: 'GOLD' },
  ...{ points_balance: 250, last_transaction_at: null, transactions: 1_200, amount: 775_000 },
  ...{ points_earned: 8_650, points_redeemed: 0, pending: 2, oldest_pending_working_days: 25 },
}

function rowOf(row_number: number): ResultRow {
  const outcomes: Partial<Record<number, ResultOutcome>> = { 2: 'NOT_FOUND', 3: 'INVALID', 4: 'DUPLICATE' }
  const outcome = outcomes[row_number] ?? 'FOUND'
  if (outcome === 'FOUND') return { row_number, card: '•••• 0011', outcome, ...FOUND }
  if (outcome === 'INVALID')
    return { ...NOTHING, row_number, card: '118', outcome, reason: 'E002 card_number' }
  const reason = outcome === 'DUPLICATE' ? 'same as row 1' : null
  return { ...NOTHING, row_number, card: '•••• 9903', outcome, reason }
}
const ALL = Array.from({ length: TOTAL }, (_, index) => rowOf(index + 1))

const user = userEvent.setup()
let calls: Call[]
let isBroken = false

function Shown() {
  const [search, onSearch] = useState<FileSearch>({})
  return (
    <>
      <output>{JSON.stringify(search)}</output>
      <ResultCard file={FILE} search={search} onSearch={onSearch} />
    </>
  )
}

testServer()
beforeEach(() => {
  isBroken = false
  usePreferences.setState({ pending: {} })
  setInquiryStart(undefined)
  calls = serve(fileEndpoints.result, ({ body }) => {
    if (isBroken) return { refusal: { status: 500, code: 'internal', detail: 'It broke.' } }
    const { outcome, search, page, page_size } = body as Record<string, never> & {
      page: number
      page_size: 25
    }
    const matching = ALL.filter(
      (row) =>
        (outcome === undefined || row.outcome === outcome) &&
        (search === undefined || String(row.row_number) === search || row.card.endsWith(search)),
    )
    return {
      items: matching.slice((page - 1) * page_size, page * page_size),
      total: matching.length,
      page,
      page_size,
      counts: { FOUND: 57, NOT_FOUND: 1, INVALID: 1, DUPLICATE: 1 },
    }
  })
})

const rows = () => [...document.querySelectorAll<HTMLElement>('tr[data-id]')]
const shown = () => rows().map(({ dataset }) => dataset.id)
const open = async () => {
  const path = await show(`/files/${KEY}`, Shown)
  await waitFor(() => expect(rows()).toHaveLength(25))
  return path
}
/** A chip without its count. */
const chip = (name: string) => screen.getByText(name, { selector: 'button' })
const search = () => document.querySelector('output')?.textContent

test('shows the rows with masked cards and reasons in words', async () => {
  await open()
  const cells = rows()
    .slice(0, 4)
    .map((row) => [...row.querySelectorAll('td')].slice(2, 7).map(({ textContent }) => textContent))
  expect(cells).toEqual([
    ['ending in 0011•••• 0011', 'Found', '—', 'Blocked', 'GOLD'],
    ['ending in 9903•••• 9903', 'Not found', 'Not on file', '—', '—'],
    ['118', 'Invalid', 'Not 16 digits', '—', '—'],
    ['ending in 9903•••• 9903', 'Duplicate', 'Same as row 1', '—', '—'],
  ])
  expect(rows()[0]?.textContent).toMatch(/1,200.*86\.50.*25 working days/)
  await expectAccessible(document.body)
})

test('filters by outcome and turns pages, in the address', async () => {
  await open()
  await user.click(screen.getByLabelText('Next page'))
  await waitFor(() => expect(shown()[0]).toBe('26'))
  expect(search()).toBe('{"page":2}')
  await user.click(chip('Not found'))
  await waitFor(() => expect(shown()).toEqual(['2']))
  expect(search()).toBe('{"outcome":"NOT_FOUND"}')
  expect(chip('Not found').getAttribute('aria-pressed')).toBe('true')
  await user.click(chip('All'))
  await waitFor(() => expect(rows()).toHaveLength(25))
})

test('a search keeps the counts, and is never in the address', async () => {
  await open()
  const box = screen.getByLabelText('Row or last four digits')
  await user.type(box, '9990000000000011')
  expect(screen.getByText('Enter a row number or the last four digits')).toBeTruthy()
  await user.clear(box)
  await user.type(box, '9903{Enter}')
  await waitFor(() => expect(shown()).toEqual(['2', '4']))
  expect(chip('All')).toBeTruthy()
  expect(search()).toBe('{}')
  expect(calls.map(({ body }) => body.search)).not.toContain('9990000000000011')
  await user.clear(box)
  await user.type(box, '77{Enter}')
  await screen.findByText('No row matches')
  await user.click(screen.getByText('Clear the search'))
  await waitFor(() => expect(rows()).toHaveLength(25))
})

test('Enter opens the single inquiry of a row with the values of the file', async () => {
  const path = await open()
  const start = {
    card: { kind: 'ID', card_id: CARD_ID, masked: '•••• 0011' },
    ...{ purpose: 'RECONCILIATION', ticket_no: 'OPS-20440', date_from: '2026-10-01', date_to: '2026-10-31' },
  }
  screen.getByLabelText('row 1').focus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(path()).toBe('/smac_inquiry'))
  expect(useInquiryStart.getState().start).toEqual(start)
})

test('a row without a card on file, or a user who may not run inquiries, opens nothing', async () => {
  await open()
  expect(screen.queryByLabelText('row 2')).toBeNull()
  await user.click(screen.getByLabelText('Actions of row 2'))
  const item = await screen.findByText('Open as single inquiry')
  expect(item.getAttribute('aria-disabled')).toBe('true')
  allowOnly(['SMAC Inquiry', 'Files'], ['file:*'])
  await waitFor(() => expect(screen.queryByLabelText('row 1')).toBeNull())
})

test('a page that fails to load offers a retry and leaves the rest', async () => {
  await open()
  isBroken = true
  await user.click(screen.getByLabelText('Next page'))
  const retry = await screen.findByText(/again|Retry/, { selector: 'button' }, { timeout: 10_000 })
  expect(chip('All')).toBeTruthy()
  expect(screen.getByText('26–50 of 60')).toBeTruthy()
  isBroken = false
  await user.click(retry)
  await waitFor(() => expect(shown()[0]).toBe('26'))
})
