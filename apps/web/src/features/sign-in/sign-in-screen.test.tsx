import { accessEndpoints } from '@backoffice/contract/access'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { SIGN_OUT_EMAIL } from '../../session/return-path.ts'
import { INITIAL } from '../../session/session-state.ts'
import { useSession } from '../../session/store.ts'
import { expectAccessible } from '../../testing/axe.ts'
import { description } from '../../testing/description.ts'
import { challenge, EMAIL, testProvider } from '../../testing/provider.ts'
import { serve, testServer } from '../../testing/screen.tsx'
import { SignInScreen } from './sign-in-screen.tsx'

const PASSWORD = 'Backoffice#2026'
const EXPIRED = {
  refusal: 'NotAuthorizedException',
  message: 'Invalid session for the user, session is expired.',
}

testServer()
const provider = testProvider()
let user: ReturnType<typeof userEvent.setup>

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const heading = () => screen.getByRole('heading', { level: 1 }).textContent
const press = (name: string) => user.click(screen.getByRole('button', { name }))
const expectHeading = (name: string) => waitFor(() => expect(heading()).toBe(name))
const expectAlert = (text: string | RegExp) =>
  waitFor(() => expect(screen.getByRole('alert').textContent).toMatch(text))

async function signIn() {
  await user.clear(field('Email'))
  await user.type(field('Email'), EMAIL)
  await user.type(field('Password'), `${PASSWORD}{Enter}`)
}

async function expectStartOver() {
  await expectHeading('Sign in')
  expect(field('Email').value).toBe(EMAIL)
  expect(field('Password').value).toBe('')
}

function showSignIn() {
  const navigation = { state: {}, setNextState: () => undefined, navigate: async () => undefined }
  return render(<SignInScreen navigation={navigation} />)
}

let shown: ReturnType<typeof showSignIn>

beforeEach(() => {
  user = userEvent.setup()
  localStorage.clear()
  useSession.setState(INITIAL, true)
  history.replaceState(null, '', '/login')
  shown = showSignIn()
})

test('after an ended session the email is filled in once, and the password has the focus', async () => {
  shown.unmount()
  sessionStorage.setItem(SIGN_OUT_EMAIL, EMAIL)
  shown = showSignIn()
  expect(field('Email').value).toBe(EMAIL)
  expect(document.activeElement).toBe(field('Password'))
  shown.unmount()
  showSignIn()
  expect(field('Email').value).toBe('')
})

test('an empty form shows what is missing at each field', async () => {
  await press('Sign in')
  await waitFor(() => expect(description(field('Email'))).toBe('Username cannot be empty'))
  expect(description(field('Password'))).toBe('Password cannot be empty')
  expect(document.activeElement).toBe(field('Email'))
  expect(provider.operations).toEqual([])
})

test('an invalid email is reported on blur, not while typing', async () => {
  await user.type(field('Email'), 'maria.reyes@northline')
  expect(description(field('Email'))).toBe('')
  await user.tab()
  await waitFor(() => expect(description(field('Email'))).toBe('Invalid email address'))
})

test('a refusal and a network failure show different messages', async () => {
  provider.replies.RespondToAuthChallenge = () => ({ refusal: 'TooManyRequestsException' })
  await signIn()
  await expectAlert(/^Too many attempts\./)
  provider.replies.InitiateAuth = () => {
    throw new TypeError('Failed to fetch')
  }
  await press('Sign in')
  await expectAlert(/^The server cannot be reached\./)
  await waitFor(() => expect(document.activeElement).toBe(field('Password')))
})

test('any other challenge shows a message, each time, and stays at sign-in', async () => {
  provider.replies.RespondToAuthChallenge = () => challenge('CUSTOM_CHALLENGE')
  for (let time = 0; time < 2; time++) {
    await signIn()
    await expectAlert(/sign-in method that is not available here/)
    await expectStartOver()
  }
})

test('access that cannot be loaded ends the session', async () => {
  serve(accessEndpoints.getAccessPolicy, () => ({ refusal: { status: 500, code: 'internal' } }))
  await signIn()
  await expectAlert(/Something went wrong on the server\./)
  expect(Object.keys(localStorage)).toEqual([])
  expect(provider.operations).toContain('RevokeToken')
  expect(useSession.getState().isAuthenticated).toBe(false)
})

test('the address does not make the form show a reason', async () => {
  history.replaceState(null, '', '/login?reason=disabled&sign-out-reason=disabled#disabled')
  const navigation = { state: {}, setNextState: () => undefined, navigate: async () => undefined }
  render(<SignInScreen navigation={navigation} />)
  for (const role of ['alert', 'status']) expect(screen.queryAllByRole(role)).toEqual([])
})

test('each refused code is reported at its field', async () => {
  provider.replies.RespondToAuthChallenge = () => challenge('SOFTWARE_TOKEN_MFA')
  await signIn()
  await expectHeading('Enter your code')
  const code = field('Code')
  expect(document.activeElement).toBe(code)
  expect(code.getAttribute('autocomplete')).toBe('one-time-code')
  await press('Sign in')
  await waitFor(() => expect(description(code)).toBe('Confirmation code cannot be empty 6 digits'))
  await user.type(code, '12345{Enter}')
  await waitFor(() => expect(description(code)).toBe('Code is invalid 6 digits'))
  for (const [reply, text] of [
    [
      { refusal: 'ExpiredCodeException', message: 'Your software token has already been used once.' },
      'This code was already used. Wait for the next code.',
    ],
    [{ refusal: 'CodeMismatchException' }, 'This code is incorrect. Check it and try again.'],
  ] as const) {
    provider.replies.RespondToAuthChallenge = () => reply
    await user.clear(code)
    await user.type(code, '123456{Enter}')
    await waitFor(() => expect(description(code)).toBe(`${text} 6 digits`))
  }
  await expectAccessible(document.body)
})

test('an expired code and the button for it return to sign-in and keep the email', async () => {
  provider.replies.RespondToAuthChallenge = () => challenge('SOFTWARE_TOKEN_MFA')
  await signIn()
  await expectHeading('Enter your code')
  await press('Back to sign-in')
  await expectStartOver()
  expect(screen.queryByRole('alert')).toBeNull()
  await signIn()
  await expectHeading('Enter your code')
  provider.replies.RespondToAuthChallenge = () => EXPIRED
  await user.type(field('Code'), '123456{Enter}')
  await expectAlert('That took too long. Sign in again.')
  await expectStartOver()
})

test('a required authenticator is set up, also if codes by email are offered; a late code starts over', async () => {
  provider.replies.RespondToAuthChallenge = () =>
    challenge('MFA_SETUP', { MFAS_CAN_SETUP: '["EMAIL_OTP","SOFTWARE_TOKEN_MFA"]' })
  provider.replies.AssociateSoftwareToken = () => ({
    SecretCode: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
    Session: 'the-next-session',
  })
  await signIn()
  await expectHeading('Set up an authenticator')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })))
  expect(screen.getByRole('code').textContent).toBe('JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP')
  await expectAccessible(document.body)
  await press('Back to sign-in')
  await expectStartOver()
  expect(screen.queryByRole('alert')).toBeNull()
  await signIn()
  await expectHeading('Set up an authenticator')
  provider.replies.VerifySoftwareToken = () => EXPIRED
  await user.type(field('Code'), '123456{Enter}')
  await expectAlert('That took too long. Sign in again.')
  await expectStartOver()
})
