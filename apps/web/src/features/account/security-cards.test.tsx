import { accountEndpoints } from '@backoffice/contract/account'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { useSession } from '../../session/store.ts'
import { expectAccessible } from '../../testing/axe.ts'
import { description } from '../../testing/description.ts'
import { challenge, signedIn, testProvider } from '../../testing/provider.ts'
import { serve, show, testServer } from '../../testing/screen.tsx'
import { PasswordCard } from './security-cards.tsx'

const PASSWORD = 'Backoffice#2026'
const NEW_PASSWORD = 'Quiet#Harbour-2027'

testServer()
const provider = testProvider()
const user = userEvent.setup()

const field = (name: string) => screen.getByLabelText(name)
const press = (name: string) => user.click(screen.getByRole('button', { name }))

async function fillPasswords(current: string, next: string, again = next) {
  for (const [name, text] of [
    ['Current password', current],
    ['New password', next],
    ['Confirm password', again],
  ] as const) {
    await user.clear(field(name))
    await user.type(field(name), text)
  }
  await press('Change password')
}

beforeEach(async () => {
  serve(accountEndpoints.endOtherSessions, () => ({ ended: true as const }))
  provider.replies.ChangePassword = () => ({})
  await show('/account', () => <PasswordCard />)
  await screen.findByLabelText('Current password')
})

test('the old session goes on until the new one ends it with the others', async () => {
  const others = serve(accountEndpoints.endOtherSessions, () => ({ ended: true as const }))
  await fillPasswords(PASSWORD, NEW_PASSWORD)
  await screen.findByText('The password was changed. You are signed out everywhere else.')
  expect(provider.operations).toEqual(['ChangePassword', 'InitiateAuth', 'RespondToAuthChallenge'])
  expect(others).toHaveLength(1)
})

test('shows each error at its field and sends nothing', async () => {
  await press('Change password')
  await waitFor(() => expect(description(field('Current password'))).toBe('Password cannot be empty'))
  await fillPasswords(PASSWORD, PASSWORD)
  await waitFor(() =>
    expect(description(field('New password'))).toMatch(/a password that differs from the current/),
  )
  await fillPasswords(PASSWORD, NEW_PASSWORD, 'Quiet#Harbour-2028')
  await waitFor(() => expect(description(field('Confirm password'))).toBe('Passwords do not match'))
  await expectAccessible(screen.getByRole('form', { name: 'Password' }))
  expect(provider.operations).toEqual([])
})

test.each([
  [
    { refusal: 'NotAuthorizedException', message: 'Incorrect username or password.' },
    'Current password',
    /^This is not your current password\./,
  ],
  [{ refusal: 'InvalidPasswordException' }, 'New password', /^The password does not meet the rules below\./],
  [
    { refusal: 'PasswordHistoryPolicyViolationException' },
    'New password',
    /^This password was used before\. Choose another\./,
  ],
])('shows the refusal %j at its field, which gets the focus', async (reply, name, text) => {
  provider.replies.ChangePassword = () => reply
  await fillPasswords('Not#mine-at-all1', NEW_PASSWORD)
  await waitFor(() => expect(description(field(name))).toMatch(text))
  expect(document.activeElement).toBe(field(name))
  expect(provider.operations).toEqual(['ChangePassword'])
})

test('shows too many wrong passwords above the button', async () => {
  const message = 'Password attempts exceeded'
  provider.replies.ChangePassword = () => ({ refusal: 'NotAuthorizedException', message })
  await fillPasswords('Not#mine-at-all1', NEW_PASSWORD)
  expect((await screen.findByRole('alert')).textContent).toMatch(/^Too many wrong passwords\. Wait/)
})

test('if other devices cannot be signed out, a message offers to sign out everywhere', async () => {
  serve(accountEndpoints.endOtherSessions, () => ({ refusal: { status: 503, code: 'unavailable' } }))
  await fillPasswords(PASSWORD, NEW_PASSWORD)
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('The password was changed, but you could not be signed out elsewhere.')
  await expectAccessible(alert)
  const ended = serve(accountEndpoints.endAllSessions, () => ({ ended: true as const }))
  await user.click(within(alert).getByRole('button', { name: 'Sign out everywhere' }))
  const dialog = await screen.findByRole('alertdialog')
  expect(ended).toEqual([])
  await user.click(within(dialog).getByRole('button', { name: 'Sign out everywhere', hidden: true }))
  await waitFor(() => expect(useSession.getState().end).toBe('signed-out'))
  expect(ended).toHaveLength(1)
})

test('a wrong code of the second factor keeps its form; the right one ends the other sessions', async () => {
  const others = serve(accountEndpoints.endOtherSessions, () => ({ ended: true as const }))
  provider.replies.RespondToAuthChallenge = () => challenge('SOFTWARE_TOKEN_MFA')
  await fillPasswords(PASSWORD, NEW_PASSWORD)
  const code = await screen.findByLabelText('Code')
  expect(document.activeElement).toBe(code)
  screen.getByText(/Enter a code to stay signed in/)
  provider.replies.RespondToAuthChallenge = () => ({ refusal: 'CodeMismatchException' })
  await user.type(code, '123456{Enter}')
  await waitFor(() =>
    expect(description(code)).toBe('This code is incorrect. Check it and try again. 6 digits'),
  )
  await expectAccessible(screen.getByRole('form', { name: 'Second step' }))
  expect(others).toEqual([])
  provider.replies.RespondToAuthChallenge = signedIn
  await press('Stay signed in')
  await screen.findByText('The password was changed. You are signed out everywhere else.')
  expect(others).toHaveLength(1)
})
