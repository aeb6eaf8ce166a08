import type { Page } from '@playwright/test'
import { emailOf, fillSignIn } from '../tests/people.ts'
import type { Scene } from './scene.ts'

type Refusal = { name: string; type: string; message: string }

/** What the identity provider says when it lets nobody in, one for each of our sentences. */
const REFUSALS: readonly Refusal[] = [
  { name: 'locked', type: 'NotAuthorizedException', message: 'Password attempts exceeded' },
  { name: 'disabled', type: 'NotAuthorizedException', message: 'User is disabled.' },
  {
    name: 'temporary-expired',
    type: 'NotAuthorizedException',
    message: 'Temporary password has expired and must be reset by an administrator.',
  },
  { name: 'limit', type: 'TooManyRequestsException', message: 'Too many requests' },
  {
    name: 'reset-required',
    type: 'PasswordResetRequiredException',
    message: 'Password reset required for the user',
  },
  { name: 'broken', type: 'InternalErrorException', message: 'Internal error' },
]
const IDENTITY = '**/idp/'
const tryToSignIn = (page: Page) => fillSignIn(page, 'maria.reyes@backoffice.test', 'Wrong#password1')

async function told(page: Page): Promise<void> {
  await tryToSignIn(page)
  await page.getByRole('alert').filter({ hasText: /./ }).waitFor()
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
