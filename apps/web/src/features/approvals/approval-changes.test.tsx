import { approvalEndpoints } from '@backoffice/contract/approvals'
import { historyEndpoints } from '@backoffice/contract/history'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { serve, show, testServer } from '../../testing/screen.tsx'
import { ApprovalScreen } from './approval-screen.tsx'
import { A_USER, anApproval, IMPACT, MARIA } from './requests/sample-approval.ts'

testServer()

beforeEach(() => {
  serve(approvalEndpoints.counts, () => ({ decide: 1, mine: 0 }))
  serve(approvalEndpoints.check, () => ({ is_current: true, detail: null, deciders: [MARIA] }))
  serve(historyEndpoints.get, () => ({ items: [], next: null }))
})

async function open(found: ReturnType<typeof anApproval>) {
  serve(approvalEndpoints.get, () => found)
  await show(`/approvals/${found.id}`, () => <ApprovalScreen id={found.id} />)
  await screen.findByRole('heading', { level: 2, name: found.what })
}

test('several new users show what each gets, in one table for those who gain the same', async () => {
  const [ana, zoe, mia] = ['Ana Cruz', 'Zoe Uy', 'Mia Go'].map((name, index) => ({
    ...A_USER,
    ...{ key: `00000000-0000-4000-8000-00000000000${index}`, id: null, name },
    ...{ email: `${name.slice(0, 3).toLowerCase()}@backoffice.test`, contact: '+639175550142' },
    ...{ role_before: null, role: index === 2 ? 'Operations viewer' : 'Inquiry supervisor' },
  }))
  if (!ana || !zoe || !mia) throw new Error('three users')
  const personOf = ({ key: id, name }: typeof ana) => ({ id, name })
  const [unmask, exports] = [IMPACT.gains[0], IMPACT.losses[0]]
  if (!unmask || !exports) throw new Error('two effects')
  const users = { type: 'module', name: 'Users', label: 'Users', risk: 'LOW' } as const
  const gains = [
    { ...users, user_count: 1, users: [personOf(mia)] },
    { ...unmask, user_count: 2, users: [personOf(ana), personOf(zoe)] },
    { ...exports, user_count: 3, users: [personOf(ana), personOf(zoe), personOf(mia)] },
  ]
  const what = 'Create 3 users'
  await open(
    anApproval({ what, users: [ana, mia, zoe], users_total: 3, impact: { ...IMPACT, gains, losses: [] } }),
  )
  const items = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(items).toContainEqual(
    expect.stringMatching(/^Mia Gonew user.*mia@.*testrole Operations viewer · \+63/),
  )
  expect(items).toContainEqual(
    expect.stringMatching(/^Zoe UyHigh risknew user.*zoe@.*role Inquiry supervisor/),
  )
  screen.getByText('Ana Cruz, Zoe Uy gain 2 permissions')
  screen.getByText('Mia Go gains 1 permission and 1 module')
  // Named without opening anything.
  expect(screen.getAllByRole('row', { name: /^Inquiries Export/ })).toHaveLength(2)
})

test('a request that is out of date says what was asked for, and promises no start', async () => {
  serve(approvalEndpoints.check, () => ({ is_current: false, detail: 'Zoe saved it.', deciders: [MARIA] }))
  await open(anApproval())
  await screen.findByText('What was asked for this user')
  expect(screen.queryByText('When approved')).toBeNull()
})

test('users of the request who may take a role are not other users', async () => {
  const [first] = anApproval().users
  if (!first) throw new Error('The sample names no user.')
  const { name, email } = first
  const taker = { role: 'Duty manager', taker_role: 'Night watch', permissions: ['card:unmask'] }
  await open(anApproval({ takers: [{ ...taker, user_count: 1, users: [{ name, email }] }] }))
  screen.getByText('No user outside this request.')
  screen.getByText('1 user of this request with the role Night watch')
})

test('a request says who may take a role in an emergency by it', async () => {
  const users = ['Ana Cruz', 'Zoe Uy', 'Mia Go'].map((name, index) => ({
    name,
    email: `${index}@backoffice.test`,
  }))
  const takers = [
    { role: 'Duty manager', taker_role: 'Night watch', permissions: ['card:unmask'], user_count: 3, users },
  ]
  await open(anApproval({ users: [], users_total: 0, impact: { ...IMPACT, gains: [], losses: [] }, takers }))
  const words = screen.getByText('3 users with the role Night watch').closest('p')
  expect(words?.textContent).toContain(
    'may then take Duty manager in an emergency, without approval, for up to 8 hours.',
  )
  expect(screen.queryByText(/^No (other user|user outside)/)).toBeNull()
  screen.getByText('No end')
  for (const { email } of users) screen.getByText(email)
})

/** `n` users with the role who all gain one low-risk permission. */
function aRoleChange(n: number) {
  const users = Array.from({ length: n }, (_, index) => ({
    ...{
      ...A_USER,
      role: 'Inquiry agent',
      role_before: 'Inquiry agent',
      key: `00000000-0000-4000-8000-0000000000${index + 10}`,
    },
    ...{ name: `Ana ${index + 1}`, email: `ana${index + 1}@backoffice.test` },
  }))
  const [effect] = IMPACT.losses
  if (!effect) throw new Error('an effect')
  const gains = [{ ...effect, user_count: n, users: users.map(({ key: id, name }) => ({ id, name })) }]
  return anApproval({ users, users_total: n, impact: { ...IMPACT, gains, losses: [] } })
}

test('a change that several users share says first what they gain, from when until when, and who else gains', async () => {
  await open(aRoleChange(3))
  screen.getByText('3 users gain 1 permission')
  screen.getByRole('row', { name: 'Inquiries Export' })
  const headings = screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)
  expect(headings).toEqual([
    ...['What changes for these users', 'When', 'Who else gains'],
    ...['Who 3 users, all with the role Inquiry agent', 'Before you decide'],
  ])
  screen.getByText('When approved')
  screen.getByText('No end')
})

test('all users are named: the first 20 at once, the others with one button', async () => {
  await open(aRoleChange(30))
  expect(screen.getByText('Ana 20').closest('li')?.textContent).toBe('Ana 20ana20@backoffice.test')
  expect(screen.queryByText('Ana 21')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Show all 30 users' }))
  screen.getByText('Ana 30')
})

test('others with the same phone or a similar name are named', async () => {
  const contact = '+639175550142'
  const similar = [{ ...MARIA, email: 'm.reyes@example.com', similarity: 'equal' as const }]
  await open(anApproval({ users: [{ ...A_USER, contact, same_contact: ['Ana Cruz'], similar }] }))
  screen.getByText('This number is also the phone of Ana Cruz. Check whose it is.')
  screen.getByText('Another user has this name')
  screen.getByText('Maria Reyes, m.reyes@example.com. Compare the email.')
})

test('temporary access shows its start and end, each with its day', async () => {
  const requested_access = { type: 'policy', id: MARIA.id, name: 'Card reveal', hours: null } as const
  const what = 'Card reveal until 1 Dec'
  await open(
    anApproval({
      kind: 'ACCESS',
      what,
      requested_access: { ...requested_access, until: '2026-12-01T15:59:59Z' },
    }),
  )
  screen.getByText('When approved')
  screen.getByText('1 Dec 2026, 23:59')
  screen.getByText('Card reveal')
  await screen.findByText('You may give Card reveal to Benito Cruz.')
})
