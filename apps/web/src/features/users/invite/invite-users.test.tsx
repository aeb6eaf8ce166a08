import { MOST_INVITED, userEndpoints } from '@backoffice/contract/users'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { expectAccessible } from '../../../testing/axe.ts'
import { description } from '../../../testing/description.ts'
import { type Call, serve, show, testServer } from '../../../testing/screen.tsx'
import { InviteUsers } from './invite-users.tsx'

testServer()
const user = userEvent.setup()
const ROLE = '01900000-0000-7000-8000-000000000002'
const ID = '01900000-0000-7000-8000-000000000009'

let invitations: Call[]
beforeEach(() => {
  const role = (id: string, name: string, is_grantable = true) => ({
    ...{
      id,
      name,
      is_grantable,
      description: '',
      user_count: 1,
      requires_second_factor: false,
      is_system: false,
    },
  })
  serve(userEndpoints.roleOptions, () => ({
    items: [role(ROLE, 'Inquiry agent'), role(ID, 'Administrator', false)],
  }))
  serve(userEndpoints.checkInvitations, ({ body }) => ({
    taken: (body.emails as string[])
      .filter((email) => email.startsWith('taken'))
      .map((email) => ({ email, user: { id: ID, name: 'Lia Reyes' } })),
    similar: ((body.names ?? []) as string[])
      .filter((name) => name === 'Oscar Cruz')
      .map((name) => ({ id: ID, name, email: 'oscar@example.com', similarity: 'equal' as const })),
  }))
  invitations = serve(userEndpoints.invite, ({ body }) => ({ items: (body.items as Item[]).map(done) }))
})

type Item = { email: string; given_name: string; family_name: string }
const done = ({ email, given_name, family_name }: Item) => ({
  outcome: 'done' as const,
  user: { id: ID, email, name: `${given_name} ${family_name}` },
})

const row = (email: string, role = 'Inquiry agent') => `${email}\tAna\tCruz\t${role}\n`
async function paste(text: string) {
  await user.click(await screen.findByLabelText(/^Paste/))
  await user.paste(text)
}
const cell = (name: string) => screen.findByLabelText<HTMLInputElement>(name)
const sendButton = (name: RegExp) => screen.findByRole('button', { name })
const itemsOf = (at: number) => invitations[at]?.body.items as object[] | undefined

test('a file over the size limit is refused, and says what to do', async () => {
  await show('/users/users_list/invite', () => <InviteUsers />)
  const large = new File([new Uint8Array(1024 ** 2 + 1)], 'users.csv')
  await user.upload(await screen.findByLabelText(/CSV file/), large)
  await screen.findByText('File size limit exceeded')
  screen.getByText('Choose a CSV file of users with at most 1 MB.')
})

test('pasted rows are read at once, and sent by keyboard', async () => {
  await show('/users/users_list/invite', () => <InviteUsers />)
  await paste(row('ana@example.com') + row('bea@example.com', 'inquiry AGENT'))
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Send 2 invitations'))
  await expectAccessible(screen.getByRole('region', { name: 'Invite several users' }))
  await user.keyboard('{Enter}')
  await screen.findByText('2 users invited')
  expect(itemsOf(0)).toEqual([
    { email: 'ana@example.com', given_name: 'Ana', family_name: 'Cruz', role_id: ROLE },
    { email: 'bea@example.com', given_name: 'Ana', family_name: 'Cruz', role_id: ROLE },
  ])
  expect(screen.queryByRole('textbox', { name: /row 1/ })).toBeNull()
})

test('problems are at their cell, and a corrected row can be sent', async () => {
  await show('/users/users_list/invite', () => <InviteUsers />)
  await paste(
    row('no mail') +
      row('ana@example.com') +
      row('ANA@example.com') +
      row('taken@example.com') +
      row('bea@example.com', 'Inquiry') +
      row('cid@example.com', 'Administrator'),
  )
  const problems = async (name: string) => description(await cell(name))
  await waitFor(async () => expect(await problems('Email, row 4')).toBe('Lia Reyes already has this email.'))
  expect(await problems('Email, row 1')).toMatch(/email/i)
  expect(await problems('Email, row 3')).toBe('Row 2 has the same email')
  expect(await problems('Role, row 5')).toBe('No role has this name. Did you mean Inquiry agent?')
  expect(await problems('Role, row 6')).toBe('You can’t assign this role')
  await screen.findByText('5 rows to correct')
  expect(document.activeElement).toBe(await cell('Email, row 1'))
  await sendButton(/^Send 1 invitation$/)

  await user.keyboard('{Control>}a{/Control}dan@example.com{Tab}')
  await user.click(screen.getByRole('button', { name: 'Remove row 3' }))
  await screen.findByText('3 rows to correct')
  await user.click(await sendButton(/^Send 2 invitations$/))
  await screen.findByText('2 users invited, 3 rows to correct')
  expect(itemsOf(0)).toMatchObject([{ email: 'dan@example.com' }, { email: 'ana@example.com' }])
})

test('refused rows stay, keep their input, and are sent again on their own', async () => {
  invitations = serve(userEndpoints.invite, ({ body }) => {
    const items = body.items as Item[]
    const [first, ...others] = items
    if (!first || others.length === 0) return { items: items.map(done) }
    const errors = [{ field: 'email', code: 'E009', message: 'Lia Reyes already has this email.' }]
    return {
      items: [
        { outcome: 'refused' as const, detail: 'Invalid.', errors },
        {
          outcome: 'refused' as const,
          code: 'not_held',
          detail: 'You can only grant access that you have yourself.',
        },
        ...others.slice(1).map(done),
      ],
    }
  })
  await show('/users/users_list/invite', () => <InviteUsers />)
  await paste(['a', 'b', 'c'].map((name) => row(`${name}@example.com`)).join(''))
  await user.click(await sendButton(/^Send 3/))
  await screen.findByText('1 user invited, 2 users refused')
  expect(description(await cell('Email, row 1'))).toBe('Lia Reyes already has this email.')
  screen.getByText('You can only grant access that you have yourself.')
  const email = await cell('Email, row 1')
  await user.clear(email)
  await user.type(email, 'new@example.com{Tab}')
  await user.click(screen.getByRole('button', { name: 'Remove row 2' }))
  await user.click(await sendButton(/^Send 1 invitation$/))
  await screen.findByText('2 users invited')
  expect(itemsOf(1)).toMatchObject([{ email: 'new@example.com' }])
})

test('an error of the whole call loses nothing, and a repetition has the same key', async () => {
  invitations = serve(userEndpoints.invite, () => ({
    refusal: { status: 409, code: 'approval_pending', detail: 'Already waiting for approval.' },
  }))
  await show('/users/users_list/invite', () => <InviteUsers />)
  await paste(row('ana@example.com') + row('bea@example.com'))
  await user.click(await sendButton(/^Send 2/))
  await screen.findByText('Already waiting for approval.')
  expect((await cell('Email, row 2')).value).toBe('bea@example.com')
  await user.click(await sendButton(/^Send 2/))
  await waitFor(() => expect(invitations).toHaveLength(2))
  const [first, second] = invitations.map(({ headers }) => headers.get('idempotency-key'))
  expect([first, first]).toEqual([expect.any(String), second])
})

test('a single refused row has its problem at the cell', async () => {
  serve(userEndpoints.invite, () => ({
    refusal: {
      ...{ status: 422, code: 'invalid', detail: 'Invalid.' },
      errors: [{ field: 'family_name', code: 'regex', message: 'Too strange' }],
    },
  }))
  await show('/users/users_list/invite', () => <InviteUsers />)
  await paste(row('ana@example.com'))
  await user.click(await sendButton(/^Send 1/))
  await waitFor(async () => expect(description(await cell('Family name, row 1'))).toBe('Too strange'))
})

test('a CSV file is read, at most 200 rows', async () => {
  await show('/users/users_list/invite', () => <InviteUsers />)
  const lines = Array.from(
    { length: MOST_INVITED + 3 },
    (_, index) => `u${index}@example.com,Ana,Cruz,Inquiry agent`,
  )
  const file = new File([`Email,Given name,Family name,Role\n${lines.join('\n')}`], 'users.csv')
  await user.upload(await screen.findByLabelText(/Or read a CSV file/), file)
  await screen.findByText(/^3 rows left out/)
  expect(within(screen.getByRole('table')).getAllByRole('row')).toHaveLength(MOST_INVITED + 1)
})

test('shows users whose names are easily taken for those of the rows', async () => {
  await show('/', () => <InviteUsers />)
  await paste('o.cruz@example.com\tOscar\tCruz\tInquiry agent\n')
  await screen.findByText(/Oscar Cruz, oscar@example\.com\. Compare the email/)
})
