import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { NavigationState } from '../../boot/navigation.ts'
import { expectAccessible } from '../../testing/axe.ts'
import { description } from '../../testing/description.ts'
import { EMAIL, testProvider } from '../../testing/provider.ts'
import { testServer } from '../../testing/screen.tsx'
import { ResetScreen } from './reset-screen.tsx'

const NEW_PASSWORD = 'Another-one#2026'
const WRONG_CODE = /^This code is incorrect\. Check it and try again\./

testServer()
const provider = testProvider()
const user = userEvent.setup()
let shown: [path: string, state: NavigationState][] = []

const field = (name: string) => screen.getByLabelText(name)
const press = (name: string) => user.click(screen.getByRole('button', { name }))
const expectDescription = (name: string, text: string | RegExp) =>
  waitFor(() => expect(description(field(name))).toMatch(text))

function open(state: NavigationState = {}) {
  const navigation = {
    state,
    setNextState: () => undefined,
    navigate: async (...next: [string, NavigationState]) => void shown.push(next),
  }
  render(<ResetScreen navigation={navigation} />)
}

async function fillReset(code: string, password = NEW_PASSWORD, again = password) {
  for (const [name, text] of [
    ['Code', code],
    ['New password', password],
    ['Confirm password', again],
  ] as const) {
    await user.clear(field(name))
    await user.type(field(name), text)
  }
  await press('Reset password')
}

beforeEach(() => {
  shown = []
  provider.replies.ForgotPassword = () => ({ CodeDeliveryDetails: { Destination: 'a***@e***' } })
})
afterEach(() => vi.useRealTimers())

test('opened directly it requires the email, and every field shows what is missing', async () => {
  open()
  expect(document.activeElement).toBe(field('Email'))
  await press('Reset password')
  await expectDescription('Email', 'Username cannot be empty')
  await expectDescription('Code', 'Confirmation code cannot be empty 6 digits')
  await expectDescription('New password', /^Password cannot be empty/)
  await expectAccessible(document.body)
  await user.type(field('Email'), EMAIL)
  await fillReset(' 12345', 'short', 'other')
  await expectDescription('Code', 'Code is invalid 6 digits')
  await expectDescription('New password', /^Must contain at least 12 characters/)
  await expectDescription('Confirm password', 'Passwords do not match')
  expect(provider.operations).toEqual([])
})

test('a code is sent to a valid email only', async () => {
  open()
  await press('Send code')
  await expectDescription('Email', 'Username cannot be empty')
  expect(provider.operations).toEqual([])
  await user.type(field('Email'), EMAIL)
  await press('Send code')
  await waitFor(() => expect(screen.getByRole('status').textContent).toContain('a***@e***'))
})

test.each([
  ['CodeMismatchException', WRONG_CODE, 'Code'],
  ['UserNotFoundException', WRONG_CODE, 'Code'],
  ['ExpiredCodeException', /^This code has expired\. Request a new code\./, 'Code'],
  ['InvalidPasswordException', /^The password does not meet the rules below\./, 'New password'],
  [
    'TooManyFailedAttemptsException',
    'Too many attempts. Wait up to an hour, then request a new code.',
    undefined,
  ],
  ['InternalErrorException', 'That did not work. Try again in a moment.', undefined],
])('%s is shown at its field or above the form', async (refusal, text, name) => {
  open({ email: EMAIL, codeSentTo: 'a***@e***' })
  expect(document.activeElement).toBe(field('Code'))
  provider.replies.ConfirmForgotPassword = () => ({ refusal, message: 'in the words of the provider' })
  await fillReset('123456')
  if (name) {
    await expectDescription(name, text)
    await waitFor(() => expect(document.activeElement).toBe(field(name)))
  } else await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(text))
  expect(shown).toEqual([])
})

test('an unreachable provider is reported; a retry leads to sign-in with the email', async () => {
  open({ email: EMAIL, codeSentTo: 'a***@e***' })
  provider.replies.ConfirmForgotPassword = () => {
    throw new TypeError('Failed to fetch')
  }
  await fillReset('123456')
  await waitFor(() => expect(screen.getByRole('alert').textContent).toMatch(/The server cannot be reached/))
  provider.replies.ConfirmForgotPassword = () => ({})
  await press('Reset password')
  await waitFor(() => expect(shown).toEqual([['/login', { email: EMAIL, isPasswordChanged: true }]]))
})

test('another code can be requested after a minute', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  open({ email: EMAIL, codeSentTo: 'a***@e***' })
  const resend = screen.getByRole('button', { name: 'Send another code' })
  const wait = () => screen.queryByText(/^in \d+ s$/)?.textContent
  const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))
  expect(wait()).toBe('in 60 s')
  pass(59_000)
  expect(wait()).toBe('in 1 s')
  expect(resend.getAttribute('aria-disabled')).toBe('true')
  await user.click(resend)
  expect(provider.operations).toEqual([])
  pass(1_000)
  expect(wait()).toBeUndefined()
  expect(resend.getAttribute('aria-disabled')).not.toBe('true')
  await user.click(resend)
  await waitFor(() => expect(wait()).toBe('in 60 s'))
  expect(provider.operations).toEqual(['ForgotPassword'])
})
