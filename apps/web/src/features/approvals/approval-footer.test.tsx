import { approvalEndpoints } from '@backoffice/contract/approvals'
import { historyEndpoints } from '@backoffice/contract/history'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { setAccessRequest } from '../../kit/feedback/refusal-notice.tsx'
import { serve, show, shownAddress, testServer } from '../../testing/screen.tsx'
import { draftOf } from '../access/requests/drafts.ts'
import { ApprovalScreen } from './approval-screen.tsx'
import { anApproval, MARIA } from './requests/sample-approval.ts'

testServer()
const user = userEvent.setup()

beforeEach(() => {
  serve(approvalEndpoints.counts, () => ({ decide: 1, mine: 0 }))
  serve(historyEndpoints.get, () => ({ items: [], next: null }))
})

async function open(found: ReturnType<typeof anApproval>) {
  serve(approvalEndpoints.get, () => found)
  await show(`/approvals/${found.id}`, () => <ApprovalScreen id={found.id} />)
  await screen.findByRole('heading', { level: 2, name: found.what })
}
const press = async (name = 'Request again') => user.click(await screen.findByRole('button', { name }))

test('an ended request for access opens the dialog with its values', async () => {
  const opened: string[] = []
  setAccessRequest((permission) => void opened.push(permission))
  const requested_access = {
    type: 'policy',
    id: MARIA.id,
    name: 'Card reveal',
    until: null,
    hours: 24,
  } as const
  await open(anApproval({ kind: 'ACCESS', status: 'EXPIRED', is_own: true, requested_access }))
  await press()
  expect(opened).toEqual(['card:unmask'])
  expect(draftOf('card:unmask')).toMatchObject({
    ...{ access: MARIA.id, hours: 'day', ticket_no: 'OPS-20455' },
    reason: 'The day desk reads numbers back to callers.',
  })
})

test('an outdated change opens the record in which it was made', async () => {
  serve(approvalEndpoints.check, () => ({
    is_current: false,
    detail: 'Rowena would now also gain it.',
    deciders: [MARIA],
  }))
  serve(approvalEndpoints.withdraw, () => anApproval({ status: 'WITHDRAWN', is_own: true }))
  const found = anApproval({ undecidable: 'own', is_own: true })
  await open(found)
  await screen.findByText(/Rowena would now also gain it/)
  screen.getByText('To request it again, make the change again on the page of the role.')
  await press('Withdraw and open role')
  expect(shownAddress()).toBe(`/users/users_roles/${found.record?.id}`)
})

test('the request of another user is not requested again', async () => {
  await open(anApproval({ status: 'STALE' }))
  expect(screen.queryByRole('button', { name: /Request again|role/ })).toBeNull()
})
