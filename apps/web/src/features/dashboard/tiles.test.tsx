import { dashboardEndpoints } from '@backoffice/contract/dashboard'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { dayAfter, today } from '../../kit/format/format-time.ts'
import { description } from '../../testing/description.ts'
import { allowOnly, serve, show, testServer } from '../../testing/screen.tsx'
import { BusinessDate, readAddress } from './business-date.tsx'
import { FilesTile, RowsTile } from './file-tiles.tsx'
import { placesOf } from './tiles.tsx'
import { TransactionsTile } from './transactions-tile.tsx'

testServer()
const user = userEvent.setup()

const HEAD = { as_of: '2026-11-23T00:30:00.000Z', business_date: '2026-11-22' }
const NO_FILES = { received: 0, completed: 0, with_errors: 0, failed: 0 }
/** A day without files. */
const FILES = {
  ...HEAD,
  ...NO_FILES,
  received_mean: 4.25,
  received_by_day: [3, 5, 4, 6, 2, 5, 0],
  open: 0,
  awaiting_confirmation: 0,
  oldest_waiting_seconds: null,
  by_hour: Array.from({ length: 24 }, () => NO_FILES),
}
const ROWS = {
  ...HEAD,
  checked: 2_212,
  rejected: 195,
  rejected_percent: 8.8,
  rejected_percent_before: null,
  rejected_percent_by_day: [],
  processed: 1_922,
  processed_mean: null,
  codes: [{ code: 'E012', errors: 195 }],
}

test('a day without files or transactions says so in a sentence, also as a table', async () => {
  serve(dashboardEndpoints.files, () => FILES)
  serve(dashboardEndpoints.transactions, () => ({
    ...HEAD,
    transactions: 0,
    amount: 0,
    mean: null,
    weeks: 0,
    reversals: 0,
    reversals_percent: null,
    duplicates: 0,
    by_day: [],
    companies: [],
    classes: [],
    cells: [],
  }))
  await show('/operational_dashboard', () => (
    <>
      <FilesTile date={undefined} />
      <TransactionsTile date={undefined} />
    </>
  ))
  await screen.findByText('No files received on Sunday 22 Nov. 7-day average 4.3')
  await user.click(screen.getByRole('button', { name: 'Files, by hour' }))
  await screen.findByText('No files received or finished on Sunday 22 Nov.')
  await screen.findByText('No transactions received on Sunday 22 Nov.')
  await user.click(screen.getByRole('button', { name: 'Transactions, as table' }))
  await screen.findByText('No transactions received on Sunday 22 Nov.')
  expect(screen.queryByRole('table', { name: 'Transactions by company and class' })).toBeNull()
})

test('figures of rows lead to the files of the day, and a long error has its whole text as title', async () => {
  serve(dashboardEndpoints.rows, () => ROWS)
  await show('/operational_dashboard', () => <RowsTile date={undefined} />)
  await screen.findByText('195 of 2,212 rejected, no earlier rows')
  const code = screen.getByText('E012').closest('dt')
  expect(code?.title).toMatch(/spreadsheet/i)
  expect(
    within(code as HTMLElement)
      .getByRole('link')
      .getAttribute('href'),
  ).toBe(
    '/files?f.kind=inquiry~import&f.checked_at=2026-11-22..2026-11-22&f.invalid_rows=1..&f.error_code=E012',
  )
})

test('open and waiting files include those with columns to match', async () => {
  serve(dashboardEndpoints.files, () => ({ ...FILES, open: 2, oldest_waiting_seconds: 60 }))
  await show('/operational_dashboard', () => <FilesTile date={undefined} />)
  for (const name of ['Open now', 'Oldest'])
    expect((await screen.findByRole('link', { name })).getAttribute('href')).toMatch(
      /f\.state=[^&]*\bMATCHING~/,
    )
})

test('without the permission figures are plain text', async () => {
  allowOnly(['Operational Dashboard'], ['dashboard:view'])
  serve(dashboardEndpoints.rows, () => ROWS)
  await show('/operational_dashboard', () => <RowsTile date={undefined} />)
  await screen.findByText('8.8%')
  expect(screen.queryByRole('link')).toBeNull()
})

test('two small tiles that follow each other share a place', () => {
  expect(placesOf(['terminals', 'access', 'system'])).toEqual([['terminals'], ['access', 'system']])
  expect(placesOf(['access', 'terminals', 'system'])).toEqual([['access'], ['terminals'], ['system']])
})

test.each(['2099-01-01', '2026-02-31', '1999-12-31', 'soon'])(
  'the date %s of an address is refused like a typed one, and the tiles show yesterday',
  async (text) => {
    expect(readAddress(text)).toEqual({ wrong: text })
    await show('/operational_dashboard', () => <BusinessDate {...readAddress(text)} />)
    const field = await screen.findByLabelText<HTMLInputElement>('Business date', { selector: 'input' })
    expect(field.getAttribute('aria-invalid')).toBe('true')
    expect(description(field)).toBe('Enter a date up to today, such as 25 Oct 2026')
    const before = screen.getByRole<HTMLAnchorElement>('link', { name: 'Day before' })
    expect(before.href).toContain(dayAfter(today(), -2))
    await user.clear(field)
    await user.type(field, 'yesterday{Enter}')
    expect(screen.queryByRole('alert')).toBeNull()
  },
)

test('an address without a date shows yesterday, and one with a date that day', () => {
  expect(readAddress(undefined)).toEqual({})
  expect(readAddress(today())).toEqual({ date: today() })
})
