import { approvalEndpoints } from '@backoffice/contract/approvals'
import { viewEndpoints } from '@backoffice/contract/views'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { Toasts } from '../../kit/feedback/toasts.tsx'
import { expectAccessible } from '../../testing/axe.ts'
import { allowOnly, type Call, serve, show, testServer } from '../../testing/screen.tsx'
import { ApprovalsScreen } from './approvals-screen.tsx'
import { markOpened } from './decisions.tsx'
import { requestApprovalOnDemand } from './requests/on-demand.ts'
import { anApproval, MARIA } from './requests/sample-approval.ts'

const ROLE = anApproval()
const MOVE = anApproval({
  id: '01900000-0000-7000-8000-000000000002',
  kind: 'TERMINAL_MOVE',
  what: 'Move 14 terminals',
  requested_by: MARIA,
  count: 14,
  unit: 'terminal',
  is_high_risk: false,
})

testServer()
const user = userEvent.setup()
let lists: Call[]

function serveList(items = [ROLE, MOVE]) {
  const page = { total_estimated: false, page: 1, page_size: 25, next: null, previous: null }
  lists = serve(approvalEndpoints.list, () => ({ ...page, total: items.length, items }))
}

beforeEach(() => {
  serve(approvalEndpoints.waiting, () => ({ items: [] }))
  serve(approvalEndpoints.counts, () => ({ decide: 2, mine: 1 }))
  serve(viewEndpoints.list, () => ({ items: [] }))
  serveList()
})

const open = (path = '/approvals') =>
  show(path, () => (
    <>
      <ApprovalsScreen />
      <Toasts />
    </>
  ))
const viewOf = (call: Call | undefined) => (call?.body.filters as { view?: unknown } | undefined)?.view

test('a decider starts with the requests to decide', async () => {
  await open()
  expect((await screen.findByRole('link', { name: 'To decide 2' })).getAttribute('aria-current')).toBe('page')
  const row = (await screen.findByRole('link', { name: ROLE.what })).closest('tr')
  expect(row?.textContent).toContain('Benito Cruz')
  expect(row?.textContent).toContain('12 users')
  expect(row?.textContent).toContain('High risk')
  expect(lists.map(viewOf)).toEqual([{ in: ['decide'] }])
  await expectAccessible(document.body)
})

test('an empty list says what it would show', async () => {
  serveList([])
  await open()
  await screen.findByText('Nothing to decide')
})

test('other users see their own requests only, whatever the address says', async () => {
  allowOnly(['Users'], ['user:create'])
  serveList([anApproval({ undecidable: 'own' })])
  await open('/approvals?f.view=decided')
  const row = (await screen.findByRole('link', { name: ROLE.what })).closest('tr')
  expect(row?.textContent).toContain('Waiting')
  expect(lists.map(viewOf)).toEqual([{ in: ['mine'] }])
  expect(screen.queryByRole('link', { name: /To decide/ })).toBeNull()
  expect(screen.queryByRole('checkbox')).toBeNull()
})

test('approves several at once, and lists those that were not applied', async () => {
  const calls = serve(approvalEndpoints.approve, () => ({
    items: [
      { id: ROLE.id, outcome: 'done' as const, row: anApproval({ status: 'EXECUTED' }) },
      {
        id: MOVE.id,
        outcome: 'done' as const,
        row: { ...MOVE, status: 'STALE' as const, decision_reason: 'A terminal moved.' },
      },
    ],
  }))
  serveList([{ ...ROLE, is_high_risk: false }, MOVE])
  await open()
  for (const { what } of [ROLE, MOVE]) await user.click(await screen.findByLabelText(`Select ${what}`))
  await user.click(await screen.findByRole('button', { name: 'Approve' }))
  const dialog = await screen.findByRole('dialog', { name: '1 of 2 requests was not applied' })
  expect(dialog.textContent).toContain('Move 14 terminals')
  expect(dialog.textContent).toContain('Out of date. A terminal moved.')
  expect(calls.map(({ body }) => body)).toEqual([{ items: [{ id: ROLE.id }, { id: MOVE.id }] }])
})

test('a high-risk request is not approved from the list before it was opened', async () => {
  const calls = serve(approvalEndpoints.approve, () => ({ items: [] }))
  await open()
  for (const { what } of [ROLE, MOVE]) await user.click(await screen.findByLabelText(`Select ${what}`))
  await user.click(await screen.findByRole('button', { name: 'Approve' }))
  await screen.findByText(`Open this high-risk request before you approve it: ${ROLE.what}`)
  screen.getByRole('button', { name: 'Open' })
  expect(calls).toEqual([])
  markOpened(ROLE)
  await user.click(await screen.findByRole('button', { name: 'Approve' }))
  await waitFor(() => expect(calls).toHaveLength(1))
  expect(calls[0]?.body).toEqual({ items: [{ id: ROLE.id, content_hash: 'h1' }, { id: MOVE.id }] })
})

test('a rule is switched with its version, and a refusal stays in the dialog', async () => {
  requestApprovalOnDemand(() => {})
  const refusal = { status: 409, code: 'no_decider', detail: 'No other user can decide this.' }
  serve(approvalEndpoints.rules, () => ({
    deciders: 3,
    items: [{ kind: 'TERMINAL_MOVE' as const, version: 4, is_on: false, threshold: 10 }],
  }))
  const calls = serve(approvalEndpoints.updateRule, () => ({ refusal }))
  await open()
  await user.click(await screen.findByRole('button', { name: 'Rules' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Approval rules' }))
  await dialog.findByText(/3 people can approve/)
  await user.click(dialog.getByRole('button', { name: 'Switch on: Terminal moves', hidden: true }))
  await dialog.findByText(refusal.detail)
  expect(calls.map(({ body }) => body)).toEqual([{ version: 4, is_on: true }])
})
