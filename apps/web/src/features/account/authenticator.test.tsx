import { accountEndpoints } from '@backoffice/contract/account'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { Toasts } from '../../kit/feedback/toasts.tsx'
import { useSession } from '../../session/store.ts'
import { expectAccessible } from '../../testing/axe.ts'
import { description } from '../../testing/description.ts'
import { challenge, signedIn, testProvider } from '../../testing/provider.ts'
import { type Call, serve, show, testServer } from '../../testing/screen.tsx'
import { AuthenticatorCard } from './account-screen.tsx'

const PASSWORD = 'Backoffice#2026'
const WRONG_CODE = 'This code is incorrect. Check it and try again. 6 digits'

let reports: Call[]
let is_required = false

testServer()
const provider = testProvider()
const user = userEvent.setup()

const button = (name: string) => screen.findByRole('button', { name })
const press = async (name: string) => user.click(await button(name))
const expectFocused = async (name: string) =>
  waitFor(async () => expect(document.activeElement).toBe(await button(name)))
const refuse = (operation: string, refusal: string, message = '') => {
  provider.replies[operation] = () => ({ refusal, message })
}

async function open(isOn: boolean) {
  provider.replies.GetUser = () => ({
    Username: 'ana',
    UserAttributes: [],
    ...(isOn && { UserMFASettingList: ['SOFTWARE_TOKEN_MFA'] }),
  })
  await show('/account', () => (
    <>
      <AuthenticatorCard />
      <Toasts />
    </>
  ))
  await screen.findByText(isOn ? 'On' : 'Off')
}

async function enterPassword() {
  const password = await screen.findByLabelText('Password')
  expect(document.activeElement).toBe(password)
  await user.type(password, `${PASSWORD}{Enter}`)
}

async function enterCode() {
  const code = await screen.findByLabelText('Code')
  await user.clear(code)
  await user.type(code, '123456{Enter}')
  return code
}

beforeEach(() => {
  provider.replies.AssociateSoftwareToken = () => ({ SecretCode: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP' })
  provider.replies.VerifySoftwareToken = () => ({ Status: 'SUCCESS' })
  provider.replies.SetUserMFAPreference = () => ({})
  reports = serve(accountEndpoints.checkAuthenticator, () => ({ has_authenticator: true, is_required }))
  is_required = false
})

test('without the password no secret is requested, shown or removed', async () => {
  await open(true)
  refuse('RespondToAuthChallenge', 'NotAuthorizedException', 'Incorrect username or password.')
  for (const wanted of ['Replace authenticator', 'Remove authenticator']) {
    await press(wanted)
    const password = await screen.findByLabelText('Password')
    expect(document.activeElement).toBe(password)
    await press('Continue')
    await waitFor(() => expect(description(password)).toBe('Password cannot be empty'))
    await enterPassword()
    await waitFor(() => expect(description(password)).toBe('Incorrect password.'))
    expect(document.activeElement).toBe(password)
    await expectAccessible(screen.getByRole('form', { name: wanted }))
    expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }])).not.toContain(PASSWORD)
    await press('Cancel')
    await expectFocused(wanted)
  }
  expect(provider.operations).toContain('InitiateAuth')
  expect(provider.operations).not.toContain('AssociateSoftwareToken')
  expect(provider.operations).not.toContain('SetUserMFAPreference')
})

test('too many wrong passwords show a message; a disabled account ends the session', async () => {
  await open(false)
  refuse('InitiateAuth', 'NotAuthorizedException', 'Password attempts exceeded')
  await press('Set up authenticator')
  await enterPassword()
  expect((await screen.findByRole('alert')).textContent).toMatch(/^Too many wrong passwords\. Wait/)
  expect(useSession.getState().end).toBeUndefined()
  refuse('InitiateAuth', 'NotAuthorizedException', 'User is disabled.')
  await press('Continue')
  await waitFor(() => expect(useSession.getState().end).toBe('disabled'))
})

test('sets up an authenticator with a code, and ends the extra sign-in', async () => {
  await open(false)
  await press('Set up authenticator')
  await enterPassword()
  expect((await screen.findByRole('code')).textContent).toBe('JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP')
  await press('Confirm')
  const code = screen.getByLabelText('Code')
  await waitFor(() => expect(description(code)).toBe('Confirmation code cannot be empty 6 digits'))
  refuse('VerifySoftwareToken', 'EnableSoftwareTokenMFAException')
  await enterCode()
  await waitFor(() => expect(description(code)).toBe(WRONG_CODE))
  await expectAccessible(screen.getByRole('form', { name: 'Authenticator' }))
  expect(provider.operations).not.toContain('RevokeToken')
  provider.replies.VerifySoftwareToken = () => ({ Status: 'SUCCESS' })
  await press('Confirm')
  await screen.findByText('On')
  await screen.findByText('Authenticator set up')
  expect(screen.queryByRole('code')).toBeNull()
  await expectFocused('Replace authenticator')
  await waitFor(() => expect(provider.operations).toContain('RevokeToken'))
  expect(useSession.getState().isAuthenticated).toBe(true)
})

test('a change is reported to our server, which asks the provider; a required authenticator stays', async () => {
  await open(true)
  is_required = true
  await press('Remove authenticator')
  await enterPassword()
  expect((await screen.findByRole('alert')).textContent).toContain('Your role requires an authenticator')
  expect(provider.operations).not.toContain('SetUserMFAPreference')
  is_required = false
  await press('Continue')
  await screen.findByText('Off')
  expect(reports).toHaveLength(3)
})

test('a code that arrives too late starts again with the password', async () => {
  await open(false)
  await press('Set up authenticator')
  await enterPassword()
  refuse('VerifySoftwareToken', 'ForbiddenException', 'A sign-in of the last 10 minutes is required.')
  await enterCode()
  expect((await screen.findByRole('alert')).textContent).toBe(
    'That took too long. Start again with your password.',
  )
  await expectFocused('Set up authenticator')
})

test('an expired key restarts the set-up; a pool that requires an authenticator refuses its removal', async () => {
  await open(true)
  refuse('VerifySoftwareToken', 'SoftwareTokenMFANotFoundException')
  refuse('SetUserMFAPreference', 'InvalidParameterException', 'MFA is required')
  await press('Replace authenticator')
  await enterPassword()
  await screen.findByText('Your current authenticator works until you confirm the new one.')
  await enterCode()
  expect((await screen.findByRole('alert')).textContent).toBe(
    'This key has expired. Start again with a new key.',
  )
  await press('Remove authenticator')
  await enterPassword()
  expect((await screen.findByRole('alert')).textContent).toMatch(/can’t be removed\. Replace it/)
  await press('Cancel')
  await expectFocused('Remove authenticator')
  screen.getByText('On')
})

test('removing the authenticator requires the password and a code', async () => {
  await open(true)
  provider.replies.RespondToAuthChallenge = ({ ChallengeName }) =>
    ChallengeName === 'PASSWORD_VERIFIER'
      ? challenge('SOFTWARE_TOKEN_MFA')
      : { refusal: 'CodeMismatchException' }
  await press('Remove authenticator')
  await enterPassword()
  await screen.findByText(/Enter a code to continue/)
  const code = screen.getByLabelText('Code')
  expect(document.activeElement).toBe(code)
  await enterCode()
  await waitFor(() => expect(description(code)).toBe(WRONG_CODE))
  await expectAccessible(screen.getByRole('form', { name: 'Second step' }))
  expect(provider.operations).not.toContain('SetUserMFAPreference')
  provider.replies.RespondToAuthChallenge = signedIn
  await press('Remove')
  await screen.findByText('Off')
  await expectFocused('Set up authenticator')
})
