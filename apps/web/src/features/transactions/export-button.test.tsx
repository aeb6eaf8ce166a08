import { dashboardEndpoints } from '@backoffice/contract/dashboard'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { usePreferences } from '../../kit/preferences/preferences.ts'
import { call } from '../../net/call.ts'
import { allowOnly, serve, show, testServer } from '../../testing/screen.tsx'
import { ExportButton } from './export-button.tsx'

const user = userEvent.setup()
const WORKBOOK = { file_name: 'transactions.xlsx', workbook: 'UEsDBA==' }
const CSV = { file_name: 'transactions.csv', csv: 'card\n' }
let saved: Pick<HTMLAnchorElement, 'download' | 'href'>[] = []

testServer()
beforeEach(() => {
  saved = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ download: this.download, href: this.href })
  })
  allowOnly(['SMAC Inquiry'], ['inquiry:*'])
  usePreferences.setState(usePreferences.getInitialState(), true)
})
afterEach(() => vi.restoreAllMocks())

const showButton = (ids = ['2', '1']) =>
  show('/', () => (
    <ExportButton
      columns={[{ field: 'business_date' }, { field: 'card' }]}
      rows={ids.map((transaction_id) => ({ transaction_id }))}
      run={(shown) =>
        call(dashboardEndpoints.exportTransactions, { body: { figure: 'TRANSACTIONS', ...shown } })
      }
    />
  ))
const chooseFormat = async (name: string) => {
  await user.click(screen.getByRole('button', { name: /^Formats of/ }))
  await user.click(screen.getByRole('menuitem', { name, hidden: true }))
}

test('exports the shown rows and columns in the chosen format, and remembers it', async () => {
  const calls = serve(dashboardEndpoints.exportTransactions, ({ body }) =>
    body.format === 'xlsx' ? WORKBOOK : CSV,
  )
  await showButton()
  await user.click(screen.getByRole('button', { name: 'Export' }))
  await expect.poll(() => saved).toEqual([{ download: CSV.file_name, href: expect.stringMatching(/^blob:/) }])
  const shown = {
    figure: 'TRANSACTIONS',
    columns: ['business_date', 'transaction_at', 'card'],
    order: ['2', '1'],
  }
  expect(calls[0]?.body).toEqual(shown)

  await chooseFormat('Excel (.xlsx)')
  await expect
    .poll(() => saved[1])
    .toEqual({ download: WORKBOOK.file_name, href: expect.stringMatching(/;base64,UEsDBA==$/) })
  expect(calls[1]?.body).toEqual({ ...shown, format: 'xlsx' })
  expect(usePreferences.getState().pending).toEqual({ download_format: 'xlsx' })

  await user.click(await screen.findByRole('button', { name: 'Export (Excel)' }))
  await expect.poll(() => calls[2]?.body).toEqual({ ...shown, format: 'xlsx' })
})

test('without rows nothing can be exported', async () => {
  await showButton([])
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Export' }).disabled).toBe(true)
  await user.click(screen.getByRole('button', { name: /^Formats of/ }))
  for (const item of screen.getAllByRole('menuitem', { hidden: true }))
    expect(item.getAttribute('aria-disabled')).toBe('true')
})

test('without the permission the click explains it and sends nothing', async () => {
  allowOnly(['SMAC Inquiry'], ['inquiry:run'])
  const calls = serve(dashboardEndpoints.exportTransactions, () => CSV)
  await showButton()
  await user.click(screen.getByRole('button', { name: 'Export' }))
  await chooseFormat('Excel (.xlsx)')
  expect(calls).toEqual([])
  expect(usePreferences.getState().pending).toEqual({})
})
