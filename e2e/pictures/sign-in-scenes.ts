import type { Page } from '@playwright/test'
import { emailOf, fillSignIn } from '../tests/demo-users.ts'
import { answerIdentity } from '../tests/idp.ts'
import type { Scene } from './scene.ts'

type Refusal = { name: string; type: string; message: string }

/** Errors of the identity provider at sign-in, one for each message. */
const REFUSALS: readonly Refusal[] = [
  { name: 'locked', type: 'NotAuthorizedException', message: 'Password attempts exceeded' },
  { name: 'disabled', type: 'NotAuthorizedException', message: 'User is disabled.' },
  {
    name: 'temporary-expired',
    type: 'NotAuthorizedException',
    message: 'Temporary password has expired and must be reset by an administrator.',
  },
  { name: 'limit', type: 'TooManyRequestsException', message: 'Too many requests' },
  { name: 'broken', type: 'InternalErrorException', message: 'Internal error' },
]
const IDENTITY = '**/idp/'
const NOBODY = 'maria.santos@backoffice.test'
const tryToSignIn = (page: Page) => fillSignIn(page, 'maria.reyes@backoffice.test', 'Wrong#password1')

async function told(page: Page): Promise<void> {
  await tryToSignIn(page)
  await page.getByRole('alert').filter({ hasText: /./ }).waitFor()
}

/** The provider answers a sign-in with this challenge or refusal. */
const challenged = (answer: object) => (page: Page) =>
  answerIdentity(page, { RespondToAuthChallenge: answer })
const challenge = (name: string, parameters: object = {}) => ({
  ChallengeName: name,
  Session: 'session',
  ChallengeParameters: { USER_ID_FOR_SRP: '7c1d', ...parameters },
})
const SMS = challenge('SMS_MFA', {
  CODE_DELIVERY_DELIVERY_MEDIUM: 'SMS',
  CODE_DELIVERY_DESTINATION: '+********4567',
})

async function asked(page: Page): Promise<void> {
  await tryToSignIn(page)
  await page.getByLabel('Code', { exact: true }).waitFor()
}

async function sendCode(page: Page): Promise<void> {
  await page.getByLabel('Email').fill(NOBODY)
  await page.getByRole('button', { name: 'Send code' }).click()
}

async function codeRefused(page: Page): Promise<void> {
  await sendCode(page)
  await page.getByRole('alert').waitFor()
}

async function fillReset(page: Page): Promise<void> {
  await sendCode(page)
  await page.getByLabel('Code', { exact: true }).fill('000000')
  await page.getByLabel('New password').fill('Brand-new#2026')
  await page.getByLabel('Confirm password').fill('Brand-new#2026')
  await page.getByRole('button', { name: 'Reset password' }).click()
}

/** Asked for as many codes, the provider would refuse the last of them. */
const SENT = { ForgotPassword: { CodeDeliveryDetails: { Destination: 'm***@b***' } } }
const pressReset = (page: Page) => page.getByRole('button', { name: 'Reset password' }).click()

/** The two steps to a new password. */
function resetScenes(): Scene[] {
  const forgot = { who: null, path: '/forgot-password' }
  const reset = { who: null, path: '/reset' }
  const refuse = (refusal: string) => (page: Page) =>
    answerIdentity(page, { ForgotPassword: { refusal }, ConfirmForgotPassword: { refusal } })
  return [
    { name: 'forgot', ...forgot },
    { name: 'forgot-empty', ...forgot, after: (page) => page.getByRole('button').first().click() },
    { name: 'forgot-limit', ...forgot, before: refuse('LimitExceededException'), after: codeRefused },
    { name: 'reset', ...reset },
    { name: 'reset-empty', ...reset, after: pressReset },
    { name: 'reset-code-sent', ...forgot, before: (page) => answerIdentity(page, SENT), after: sendCode },
    {
      name: 'reset-wrong-code',
      ...forgot,
      before: (page) =>
        answerIdentity(page, { ...SENT, ConfirmForgotPassword: { refusal: 'CodeMismatchException' } }),
      after: fillReset,
    },
    {
      name: 'reset-too-many',
      ...forgot,
      before: (page) =>
        answerIdentity(page, {
          ...SENT,
          ConfirmForgotPassword: { refusal: 'TooManyFailedAttemptsException' },
        }),
      after: fillReset,
    },
    {
      name: 'reset-done',
      ...forgot,
      before: (page) => answerIdentity(page, { ...SENT, ConfirmForgotPassword: {} }),
      after: fillReset,
    },
    {
      name: 'reset-required',
      who: null,
      path: '/login',
      before: challenged({ refusal: 'PasswordResetRequiredException' }),
      after: asked,
    },
  ]
}

/** As the page of a session that ended leaves it in this tab. */
function endedBefore(page: Page, reason: 'expired' | 'disabled'): Promise<unknown> {
  return page.addInitScript((ended) => sessionStorage.setItem('sign-out-reason', ended), reason)
}

export function signInScenes(): Scene[] {
  const login = (name: string, more: Partial<Scene> = {}): Scene => ({
    name,
    who: null,
    path: '/login',
    ...more,
  })
  return [
    login('login'),
    login('login-empty', { after: pressSignIn }),
    login('login-no-address', {
      after: (page) => fillSignIn(page, 'maria.reyes@northline', 'Wrong#password1'),
    }),
    login('login-refused', { after: told }),
    login('login-ended', { before: (page) => endedBefore(page, 'expired') }),
    login('login-ended-disabled', { before: (page) => endedBefore(page, 'disabled') }),
    login('login-busy', {
      before: (page) => page.route(IDENTITY, () => new Promise(() => undefined)),
      after: tryToSignIn,
    }),
    login('login-unreachable', {
      before: (page) => page.route(IDENTITY, (route) => route.abort('connectionrefused')),
      after: told,
    }),
    ...REFUSALS.map(({ name, type, message }) =>
      login(`login-${name}`, {
        before: (page) =>
          page.route(IDENTITY, (route) => route.fulfill({ status: 400, json: { __type: type, message } })),
        after: told,
      }),
    ),
    login('login-unsupported', { before: challenged(challenge('CUSTOM_CHALLENGE')), after: told }),
    login('login-authenticator', { before: challenged(challenge('SOFTWARE_TOKEN_MFA')), after: asked }),
    login('login-text-message', { before: challenged(SMS), after: asked }),
    login('login-code-refused', {
      before: challenged(SMS),
      after: async (page) => {
        await asked(page)
        await challenged({ refusal: 'CodeMismatchException' })(page)
        await page.getByLabel('Code', { exact: true }).fill('000000')
        await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      },
    }),
    ...resetScenes(),
    login('login-new-password', {
      after: async (page) => {
        await fillSignIn(page, emailOf('new.hire'), 'Welcome#2026')
        await page.getByLabel('New password').fill('Sunny#days')
        await page.getByLabel('Confirm password').fill('Sunny#day')
        await page.getByRole('button', { name: 'Set new password' }).click()
      },
    }),
  ]
}

const pressSignIn = (page: Page) => page.getByRole('button', { name: 'Sign in' }).click()
