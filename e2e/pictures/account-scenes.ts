import type { Page } from '@playwright/test'
import { emailOf, fillSignIn, PASSWORD } from '../tests/demo-users.ts'
import { answerIdentity } from '../tests/idp.ts'
import { breakReplies, holdReplies } from './replies.ts'
import type { Scene } from './scene.ts'

const ACCOUNT = '/account'
const SESSIONS = '**/account/sessions'
const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const WINDOWS =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0'

const press = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).click()
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const session = (id: number, user_agent: string | null, startedMinutes: number, usedMinutes: number) => ({
  id: `00000000-0000-4000-8000-00000000000${id}`,
  user_agent,
  created_at: ago(startedMinutes),
  last_used_at: ago(usedMinutes),
  is_current: id === 0,
})
const LISTED = [
  session(0, `${WINDOWS} Safari/537.36`, 200, 3),
  session(1, 'Mozilla/5.0 (Linux; Android 16; Pixel 10) Chrome/142.0.0.0 Mobile Safari/537.36', 3000, 90),
  session(
    2,
    'branch-kiosk/0417 (build 20260914-1131; locked-down profile; maintained by operations)',
    9000,
    2000,
  ),
  session(3, null, 20_000, 12_000),
]

const list =
  (items: readonly object[], is_available = true) =>
  (page: Page) =>
    page.route(SESSIONS, (route) => route.fulfill({ json: { resource: { is_available, items } } }))

async function some(page: Page): Promise<void> {
  await list(LISTED)(page)
}

const GIVEN = { AssociateSoftwareToken: { SecretCode: SECRET, Session: 'next' } }
const ON = { GetUser: { Username: 'x', UserAttributes: [], UserMFASettingList: ['SOFTWARE_TOKEN_MFA'] } }

async function withAuthenticator(page: Page, more: Parameters<typeof answerIdentity>[1] = {}): Promise<void> {
  await some(page)
  await answerIdentity(page, { ...GIVEN, ...ON, ...more })
}

async function fillPasswords(page: Page): Promise<void> {
  await field(page, 'Current password').fill('Wrong#password1')
  await field(page, 'New password').fill('Quiet#Harbour-2027')
  await field(page, 'Confirm password').fill('Quiet#Harbour-2027')
  await press('Change password')(page)
}

/** Up to the step after the password, or with one that is not right. */
const showing =
  (wanted: string, password = PASSWORD) =>
  async (page: Page): Promise<void> => {
    await press(wanted)(page)
    await page.getByRole('form', { name: wanted }).getByLabel('Password', { exact: true }).fill(password)
    await press('Continue')(page)
  }
const toKey = showing('Set up authenticator')

async function confirmWrongly(page: Page): Promise<void> {
  await toKey(page)
  await field(page, 'Code').fill('000000')
  await press('Confirm')(page)
}

/** At sign-in, where the pool demands an authenticator. */
const asked = (page: Page) =>
  answerIdentity(page, {
    ...GIVEN,
    RespondToAuthChallenge: {
      ChallengeName: 'MFA_SETUP',
      Session: 'session',
      ChallengeParameters: { USER_ID_FOR_SRP: '7c1d', MFAS_CAN_SETUP: '["SOFTWARE_TOKEN_MFA"]' },
    },
    VerifySoftwareToken: { refusal: 'EnableSoftwareTokenMFAException' },
  })

async function toSetUp(page: Page): Promise<void> {
  await fillSignIn(page, emailOf('viewer'), PASSWORD)
  await page.getByRole('img', { name: /QR code/ }).waitFor()
}

export function accountScenes(): Scene[] {
  const account = (name: string, more: Partial<Scene> = {}): Scene => ({
    name: `account${name}`,
    who: 'agent',
    path: ACCOUNT,
    before: some,
    ...more,
  })
  return [
    account(''),
    account('-auditor', { who: 'auditor' }),
    account('-loading', {
      before: async (page) => {
        await holdReplies(page, SESSIONS)
        await holdReplies(page, '**/idp/')
      },
    }),
    account('-failed', {
      before: async (page) => {
        await breakReplies(page, SESSIONS)
        await answerIdentity(page, { GetUser: { refusal: 'InternalErrorException' } })
      },
    }),
    account('-no-list', { before: list([], false) }),
    account('-password-empty', { after: press('Change password') }),
    account('-password-wrong', {
      before: async (page) => {
        await some(page)
        const message = 'Incorrect username or password.'
        await answerIdentity(page, { ChangePassword: { refusal: 'NotAuthorizedException', message } })
      },
      after: fillPasswords,
    }),
    account('-password-tries', {
      before: async (page) => {
        await some(page)
        const message = 'Password attempts exceeded'
        await answerIdentity(page, { ChangePassword: { refusal: 'NotAuthorizedException', message } })
      },
      after: fillPasswords,
    }),
    account('-set-up', {
      before: async (page) => {
        await some(page)
        await answerIdentity(page, GIVEN)
      },
      after: toKey,
    }),
    account('-set-up-refused', {
      before: async (page) => {
        await some(page)
        await answerIdentity(page, {
          ...GIVEN,
          VerifySoftwareToken: { refusal: 'EnableSoftwareTokenMFAException' },
        })
      },
      after: confirmWrongly,
    }),
    account('-authenticator', { before: withAuthenticator }),
    account('-replace', { before: withAuthenticator, after: showing('Replace authenticator') }),
    account('-show-password', { after: press('Set up authenticator') }),
    account('-show-password-wrong', {
      before: withAuthenticator,
      after: showing('Remove authenticator', 'Wrong#password1'),
    }),
    account('-remove', { before: withAuthenticator, after: press('Remove authenticator') }),
    account('-remove-refused', {
      before: (page) =>
        withAuthenticator(page, { SetUserMFAPreference: { refusal: 'InvalidParameterException' } }),
      after: showing('Remove authenticator'),
    }),
    account('-everywhere', { after: press('Sign out everywhere'), windowOnly: true }),
    { name: 'login-set-up', who: null, path: '/login', before: asked, after: toSetUp },
    {
      name: 'login-set-up-refused',
      who: null,
      path: '/login',
      before: asked,
      after: async (page) => {
        await toSetUp(page)
        await field(page, 'Code').fill('000000')
        await press('Sign in')(page)
      },
    },
  ]
}
