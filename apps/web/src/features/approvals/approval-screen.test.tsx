import { approvalEndpoints } from '@backoffice/contract/approvals'
import { historyEndpoints } from '@backoffice/contract/history'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { Toasts } from '../../kit/feedback/toasts.tsx'
import { queryClient } from '../../net/query-client.ts'
import { expectAccessible } from '../../testing/axe.ts'
import { allowOnly, type Call, serve, show, shownAddress, testServer } from '../../testing/screen.tsx'
import { ApprovalScreen } from './approval-screen.tsx'
import { approvalKeys } from './requests/approval-queries.ts'
import { anApproval, CARLA, MARIA } from './requests/sample-approval.ts'

const FOUND = anApproval()

testServer()
const user = userEvent.setup()

beforeEach(() => {
  serve(approvalEndpoints.counts, () => ({ decide: 1, mine: 0 }))
  serve(approvalEndpoints.check, () => ({ is_current: true, detail: null, deciders: [MARIA] }))
  serve(historyEndpoints.get, () => ({ items: [], next: null }))
})

async function open(found = FOUND) {
  serve(approvalEndpoints.get, () => found)
  await show(`/approvals/${found.id}`, () => (
    <main>
      <ApprovalScreen id={found.id} />
      <Toasts />
    </main>
  ))
  await screen.findByRole('heading', { level: 2, name: found.what })
}

const button = (name: string) => screen.findByRole('button', { name })
/** A reply about the only request. */
const replied = (fields: Partial<typeof FOUND>) => ({
  items: [{ id: FOUND.id, outcome: 'done' as const, row: { ...FOUND, ...fields } }],
})

test('shows reason, permissions, users and the check, and approves', async () => {
  const calls = serve(approvalEndpoints.approve, () => replied({ status: 'EXECUTED', decided_by: CARLA }))
  await open()
  await screen.findByText('“The day desk reads numbers back to callers.”')
  expect(screen.getByRole('link', { name: 'Maria Reyes' }).getAttribute('href')).toBe(
    `/users/users_list/${MARIA.id}`,
  )
  screen.getByText('maria.reyes@backoffice.test')
  screen.getByText('Inquiry supervisor, in place of Inquiry agent')
  screen.getByText('No end')
  screen.getByText('No other user.')
  screen.getByText(/^Maria Reyes gains 1 permission/)
  const risk = screen.getByText('Reveal card numbers').closest('li')
  expect(risk?.textContent).toBe(
    'Reveal card numbers: shows a full card number for 30\u00a0s, with a reason and a ticket, up to 20 times a day for each user.',
  )
  expect(screen.getByRole('row', { name: /^Cards/ }).textContent).toContain('Unmask (high risk)')
  await screen.findByText('Nothing has changed since the request.')
  screen.getByText('Benito Cruz may still make this change.')
  screen.getByText('You or Maria Reyes can decide this request.')
  screen.getByText(/High-risk access · Decide by 27 Nov 2026, 09:12$/)
  expect(screen.getByRole('link', { name: 'Open role' }).getAttribute('href')).toBe(
    `/users/users_roles/${FOUND.record?.id}`,
  )
  await expectAccessible(document.body)
  await user.click(await button('Approve'))
  await screen.findByText('Approved: Change role Inquiry agent')
  expect(calls.map(({ body }) => body)).toEqual([
    { items: [{ id: FOUND.id, content_hash: FOUND.content_hash }] },
  ])
})

test('an outdated request says why, and is dismissed instead of approved', async () => {
  const detail = 'Someone else changed this role in the meantime.'
  serve(approvalEndpoints.check, () => ({ is_current: false, detail, deciders: [MARIA] }))
  const calls = serve(approvalEndpoints.dismiss, () => replied({ status: 'STALE', decision_reason: detail }))
  await open()
  await screen.findByText(`This can’t be applied any more. ${detail}`)
  expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull()
  await user.click(await button('Dismiss'))
  await screen.findByText(`Dismissed: ${FOUND.what}`)
  expect(calls.map(({ body }) => body)).toEqual([{ items: [{ id: FOUND.id }] }])
})

test('an outdated request says what has changed since, from which value to which', async () => {
  serve(approvalEndpoints.check, () => ({ is_current: false, detail: 'Outdated.', deciders: [] }))
  const change = {
    label: 'Inquiry agent',
    at: '2026-11-24T02:12:00Z',
    by: 'Carla Lim',
    action: 'role.update',
  }
  await open(anApproval({ later_changes: [{ ...change, changes: { description: ['Day desk', 'Desk'] } }] }))
  const item = (await screen.findByText('Changed by Carla Lim, 24 Nov 2026, 10:12')).closest('li')
  expect(item?.textContent).toContain('DescriptionDay desk →to Desk')
})

test('a check without a reply can be repeated', async () => {
  const checks: Call[] = serve(approvalEndpoints.check, () =>
    checks.length > 1
      ? { is_current: true, detail: null, deciders: [MARIA] }
      : { refusal: { status: 422, code: 'invalid', detail: 'No.' } },
  )
  await open()
  await user.click(await button('Check again'))
  await screen.findByText('Nothing has changed since the request.')
})

test('a request that another user has decided first says so, and shows the decision', async () => {
  const ended = anApproval({ status: 'REJECTED', decided_by: CARLA, decision_reason: 'Ask the desk.' })
  await open()
  const detail = 'This request was already decided.'
  serve(approvalEndpoints.approve, () => {
    serve(approvalEndpoints.get, () => ended)
    return { refusal: { status: 409, code: 'approval_ended', detail } }
  })
  await user.click(await button('Approve'))
  await screen.findByText(detail)
  await screen.findByText('Ask the desk.')
  expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull()
})

test('a rejection needs a reason, and its refusal stays in the dialog', async () => {
  const calls: Call[] = serve(approvalEndpoints.reject, () =>
    calls.length > 1
      ? replied({ status: 'REJECTED' })
      : { refusal: { status: 409, code: 'approval_ended', detail: 'This request has ended.' } },
  )
  await open()
  await user.click(await button('Reject…'))
  const dialog = within(await screen.findByRole('dialog'))
  const press = async () => user.click(dialog.getByRole('button', { name: 'Reject', hidden: true }))
  await press()
  await dialog.findByText('Enter Reason')
  expect(calls).toHaveLength(0)
  await user.type(dialog.getByLabelText('Reason'), 'Ask the desk')
  await press()
  await dialog.findByText('This request has ended.')
  await press()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(calls.at(-1)?.body).toEqual({ items: [{ id: FOUND.id }], reason: 'Ask the desk' })
})

test('the requester can only withdraw', async () => {
  allowOnly(['Users'], ['user:create'])
  const calls = serve(approvalEndpoints.withdraw, () => anApproval({ status: 'WITHDRAWN' }))
  await open(anApproval({ undecidable: 'own' }))
  await screen.findByText('You can’t decide your own request. Only Maria Reyes can decide this request.')
  expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull()
  expect(screen.queryByRole('link', { name: 'Open role' })).toBeNull()
  await user.click(await button('Withdraw request'))
  await screen.findByText('Withdrawn: Change role Inquiry agent')
  expect(calls.map(({ body }) => body)).toEqual([{ id: FOUND.id }])
  expect(screen.queryByText('Before you decide')).toBeNull()
})

const BREAK_GLASS = anApproval({
  kind: 'BREAK_GLASS',
  what: 'Break-glass access: Duty manager for 1 hour',
  requested_at: '2026-11-24T17:12:00Z',
  expires_at: null,
  use: {
    started_at: '2026-11-24T17:12:00Z',
    until: '2026-11-24T18:12:00Z',
    ended_at: '2026-11-24T18:12:00Z',
    events: [
      { action: 'card.reveal', outcome: 'done', count: 3 },
      { action: 'user.export', outcome: 'refused', count: 1 },
    ],
  },
})

test('break-glass access is reviewed, with a link to what its user did', async () => {
  const checks = serve(approvalEndpoints.check, () => ({ is_current: true, detail: null, deciders: [MARIA] }))
  const row = { ...BREAK_GLASS, status: 'EXECUTED' as const }
  serve(approvalEndpoints.approve, () => ({
    items: [{ id: BREAK_GLASS.id, outcome: 'done' as const, row }],
  }))
  await open(BREAK_GLASS)
  await screen.findByText('To review')
  screen.getByText(/^Taken by Benito Cruz, .* · Break-glass access$/)
  screen.getByText('“Mark as reviewed” records that you read this. It does not end or undo anything.')
  screen.getByText('25 Nov 2026, 01:12, without approval')
  screen.getByText('Ended 25 Nov 2026, 02:12')
  const actions = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(actions).toEqual(
    expect.arrayContaining(['Card: number revealed 3 times', 'Tried and refused: User: exported once']),
  )
  // The day in Manila.
  const trail = { name: 'Open the audit trail of Benito Cruz for that time' }
  expect(screen.getByRole('link', trail).getAttribute('href')).toBe(
    `/audit?f.actor=${BREAK_GLASS.requested_by.id}&f.at=2026-11-25..2026-11-25`,
  )
  expect(checks).toEqual([])
  await expectAccessible(document.body)
  await user.click(await button('Reject…'))
  const dialog = within(await screen.findByRole('dialog'))
  dialog.getByText('Break-glass access ends at once. The requester sees the reason.')
  await user.click(dialog.getByRole('button', { name: 'Cancel', hidden: true }))
  await user.click(await button('Mark as reviewed'))
  await screen.findByText('Reviewed: Break-glass access: Duty manager for 1 hour')
})

test('break-glass access stays open for its user, who cannot withdraw it', async () => {
  await open({ ...BREAK_GLASS, undecidable: 'own' })
  await screen.findByText('No time limit for the review')
  expect(screen.queryByRole('button', { name: /reviewed|Reject|Withdraw/ })).toBeNull()
})

test('a request about the user has no decision', async () => {
  await open(anApproval({ undecidable: 'about_you' }))
  await screen.findByText(/^You can’t decide a request about yourself,/)
  expect(screen.queryByRole('button', { name: /Approve|Reject|Withdraw/ })).toBeNull()
})

test('rows show the changed values, and how many more there are', async () => {
  await open(
    anApproval({
      kind: 'TERMINAL_MOVE',
      what: 'Move 60 terminals',
      impact: null,
      record: null,
      changes: [{ label: '0413', changes: { branch_code: ['0101', '0102'] } }],
      changes_total: 60,
    }),
  )
  await screen.findByText('0413')
  screen.getByText(/^Why this needs a second user: A user moves more terminals/)
  await screen.findByText('and 59 more')
  expect(document.body.textContent).toMatch(/Branch code\s*0101 →to 0102/)
})

test('the rows of an action on all that match are named', async () => {
  await open(
    anApproval({
      kind: 'MASS_CHANGE',
      what: 'Delete 60 tenders (all that match)',
      impact: null,
      record: null,
      changes: [
        { label: null, changes: { search: [null, 'Zebra'] } },
        { label: 'POS 0001 * Zebra 1', changes: {} },
      ],
      changes_total: 61,
    }),
  )
  const row = (await screen.findByText('POS 0001 * Zebra 1')).closest('li')
  expect(row?.textContent).toBe('POS 0001 * Zebra 1')
  await screen.findByText('and 59 more')
})

test('the history names who requested and decided', async () => {
  serve(historyEndpoints.get, () => ({
    next: null,
    items: [
      {
        id: '2',
        at: '2026-11-24T02:00:00Z',
        actor: CARLA,
        approved_by: null,
        action: 'approval.reject',
        outcome: 'done' as const,
        changes: { status: ['PENDING', 'REJECTED'] as [string, string] },
        reason: 'Ask the desk',
        count: 1,
        request_id: null,
      },
    ],
  }))
  await open(anApproval({ status: 'REJECTED' }))
  await user.click(await screen.findByRole('tab', { name: 'History 1' }))
  const event = (await screen.findByText('Ask the desk')).closest('li')
  expect(event?.textContent).toContain('Carla Lim')
  expect(event?.textContent).toMatch(/Status\s*Pending/)
})

test('after a decision the next request opens', async () => {
  const next = anApproval({ id: '01900000-0000-7000-8000-000000000002', what: 'Change role Night desk' })
  queryClient.setQueryData([...approvalKeys.lists, {}], { items: [FOUND, next] })
  const calls = serve(approvalEndpoints.approve, () => replied({ status: 'EXECUTED', decided_by: CARLA }))
  await open()
  await user.click(await button('Approve'))
  await waitFor(() => expect(calls).toHaveLength(1))
  await waitFor(() => expect(shownAddress()).toContain(`/approvals/${next.id}`))
})

test('opens a request whose kind and status only a newer release knows, without a decision', async () => {
  await open({ ...FOUND, kind: 'CARD_BLOCK' as never, status: 'SCHEDULED' as never, impact: null })
  expect(screen.getAllByText(/Newer release/).length).toBeGreaterThan(1)
  expect(screen.queryByRole('button', { name: /Approve|Reject|Withdraw/ })).toBeNull()
})
