import { companyGroups } from '@backoffice/contract/tables/company-groups'
import { transactionCodes } from '@backoffice/contract/tables/transaction-codes'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { CreateScreen } from '../../kit/record/create-screen.tsx'
import { RecordScreen } from '../../kit/record/record-screen.tsx'
import { description } from '../../testing/description.ts'
import { screenOf, show, testServer } from '../../testing/screen.tsx'
import { Route } from '../terminals/create-terminal.route.tsx'

const TerminalCreateScreen = screenOf(Route)

const server = testServer()
const user = userEvent.setup()
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label, { selector: 'input, select' })
const option = (text: string) => screen.queryByText(text, { selector: '[role=option] *, [role=option]' })

async function choose(label: string, text: string): Promise<void> {
  await user.click(field(label))
  await waitFor(() => expect(option(text)).not.toBeNull())
  await user.click(option(text) ?? document.body)
}

test('a short number is padded with zeros only on request', async () => {
  await show('/lookup/shell_tid/create', () => <TerminalCreateScreen />)
  await user.type(field('Terminal ID'), '1234567')
  await user.tab()
  await waitFor(() => expect(description(field('Terminal ID'))).toContain('Terminal ID is invalid'))
  expect(description(field('Terminal ID'))).toContain('8 letters or digits; leading zeros stay')
  expect(field('Terminal ID').value).toBe('1234567')
  await user.click(screen.getByText('Use 01234567'))
  expect(field('Terminal ID').value).toBe('01234567')
  expect(screen.queryByText(/^Use /)).toBeNull()
  await user.clear(field('Terminal ID'))
  await user.type(field('Terminal ID'), 'ABC4567')
  expect(screen.queryByText(/^Use /)).toBeNull()
})

test('a reversal references a code that is not a reversal; other codes reference none', async () => {
  server.replies['POST /glass/transaction_code/options'] = () => ({
    body: { resource: { items: [{ code: '1000', name: 'Earn', in_force: true }] } },
  })
  await show('/glass/transaction_code/create', () => <CreateScreen table={transactionCodes} />)
  expect(screen.queryByLabelText('Reverses', { selector: 'input' })).toBeNull()
  await user.selectOptions(field('Class'), 'REVERSAL')
  await user.click(screen.getByText('Save', { selector: 'button' }))
  await waitFor(() => expect(description(field('Reverses'))).toContain('Select Reverses'))
  await choose('Reverses', '1000 Earn')
  expect(server.calls.map(({ body }) => body)).toContainEqual({ except: { class: 'REVERSAL' } })
  await user.selectOptions(field('Class'), 'EARN')
  await screen.findByText('Reverses is only for Class Reversal. Leave it empty.')
})

test('shows only the end of a settlement account, and keeps it if the field is empty', async () => {
  const id = '01900000-0000-7000-8000-000000000001'
  const row = {
    ...{ id, version: 1, status: 'ACTIVE', effective_from: null, effective_to: null, in_use_since: null },
    ...{ created_at: '2026-11-20T08:00:00Z', created_by: 'Benito Cruz' },
    ...{ updated_at: '2026-11-24T08:00:00Z', updated_by: 'Benito Cruz' },
    ...{ company_code: 'NLF', company_name: 'Northline Fuel', group_code: 'NL', group_name: 'Northline' },
    ...{ tin: null, cutoff_time: '22:00', contact_email: null, contact_phone: null },
    settlement_account_ref: '••••4417',
  }
  server.replies[`GET /lookup/company_group/${id}`] = () => ({ body: { resource: row } })
  server.replies['POST /lookup/company_group/update'] = () => ({
    body: { resource: { items: [{ id, outcome: 'done', row: { ...row, version: 2 } }] } },
  })
  const place = await show(`/lookup/company_group/${id}`, () => (
    <RecordScreen table={companyGroups} id={id} />
  ))
  await screen.findByRole('form')
  expect(field('Settlement account').value).toBe('')
  expect(description(field('Settlement account'))).toContain('••••4417. Leave empty to keep it.')
  await user.type(field('Contact phone'), '+639171234567')
  await user.click(screen.getByText('Save', { selector: 'button' }))
  await waitFor(() => expect(place()).toBe('/lookup/company_group'))
  const sent = server.calls.filter(({ path }) => path.endsWith('/update')).map(({ body }) => body)
  expect(sent).toEqual([{ items: [{ id, version: 1, contact_phone: '+639171234567' }] }])
})
