import { approvalEndpoints } from '@backoffice/contract/approvals'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { allowOnly, serve, show, testServer } from '../../testing/screen.tsx'
import { BENITO } from './requests/sample-approval.ts'
import { RulesDialog } from './rules-dialog.tsx'

testServer()
const user = userEvent.setup()
const RULE = { kind: 'MASS_CHANGE' as const, version: 4, is_on: false, threshold: 500 }
const WAITING = {
  ...{ id: BENITO.id, resource: 'approval-rule' as const, records: ['MASS_CHANGE'] },
  ...{ what: 'Change rule Mass changes', requested_by: BENITO, may_open: true },
  changes: { is_on: [false, true] as [unknown, unknown], threshold: [500, 400] as [unknown, unknown] },
}

beforeEach(() => {
  serve(approvalEndpoints.rules, () => ({ deciders: 2, items: [RULE] }))
  serve(approvalEndpoints.waiting, () => ({ items: [] }))
})

async function open() {
  await show('/approvals', () => <RulesDialog onClose={() => {}} />)
  return within(await screen.findByRole('dialog', { name: 'Approval rules' }))
}

test('a typed threshold is sent with the switch', async () => {
  const calls = serve(approvalEndpoints.updateRule, () => ({
    ...RULE,
    version: 5,
    is_on: true,
    threshold: 400,
  }))
  const dialog = await open()
  const field = await dialog.findByLabelText('Rows allowed without approval')
  await user.clear(field)
  await user.type(field, '400')
  await user.click(dialog.getByRole('button', { name: 'Switch on: Mass changes', hidden: true }))
  expect(calls.map(({ body }) => body)).toEqual([{ version: 4, is_on: true, threshold: 400 }])
})

test('a threshold that is no number is not lost by the switch', async () => {
  const calls = serve(approvalEndpoints.updateRule, () => RULE)
  const dialog = await open()
  await user.type(await dialog.findByLabelText('Rows allowed without approval'), 'x')
  const toggle = dialog.getByRole('button', { name: 'Switch on: Mass changes', hidden: true })
  expect(toggle.getAttribute('aria-disabled')).toBe('true')
  await user.click(toggle)
  await dialog.findByText('Use a whole number from 1')
  expect(calls).toEqual([])
})

test('a user who may not change rules reads them', async () => {
  allowOnly(['Users'], ['approval:decide'])
  const dialog = await open()
  await dialog.findByText('Allowed without approval: 500 rows in 24 hours')
  expect(dialog.queryByRole('textbox', { hidden: true })).toBeNull()
})

test('a waiting change of a rule is shown', async () => {
  serve(approvalEndpoints.waiting, () => ({ items: [WAITING] }))
  const dialog = await open()
  await dialog.findByText(/To be switched on, above 400 rows\..*requested by Benito Cruz/)
})
