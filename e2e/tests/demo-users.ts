import { type Browser, expect, type Page } from '@playwright/test'
import { callProvider } from './idp.ts'

export const PASSWORD = 'Backoffice#2026'
export const TEMPORARY_PASSWORD = 'Welcome#2026'

export const DEMO_USERS = [
  'admin',
  'access',
  'lookup',
  'glass',
  'agent',
  'supervisor',
  'auditor',
  'viewer',
  'new.hire',
] as const

export type DemoUser = (typeof DEMO_USERS)[number]

/** Email of the demo account for the first worker, of its copy for every other worker. */
export function emailOf(user: DemoUser, worker = Number(process.env.TEST_PARALLEL_INDEX ?? 0)): string {
  return `${user}${worker === 0 ? '' : `.${worker + 1}`}@backoffice.test`
}

export async function fillSignIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

async function expectDashboard(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: 'Operational Dashboard' })).toBeVisible()
}

/** Opens a screen in a new session without the sign-in form. */
export async function signIn(page: Page, user: DemoUser, path = '/operational_dashboard'): Promise<void> {
  await startSession(page, user)
  // Tests may hold a response that the load event waits for.
  await page.goto(path, { waitUntil: 'commit' })
  // The frame in the page is inert.
  const screen = page.locator('#root > :not([inert])')
  await expect(screen.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await flushEffects(page)
}

/** Starts a session on a document without code. Calls and pages opened next are signed in. */
export async function startSession(page: Page, user: DemoUser): Promise<void> {
  const entries = await newSession(page, emailOf(user))
  await page.goto('/builds/latest.json')
  await page.evaluate((stored) => {
    localStorage.clear()
    for (const [key, value] of stored) localStorage.setItem(key, value)
  }, entries)
}

export async function sessionOf(browser: Browser, baseURL: string, user: DemoUser) {
  const context = await browser.newContext({ baseURL })
  await signIn(await context.newPage(), user)
  const state = await context.storageState()
  await context.close()
  return state
}

/** Waits until React has run effects, such as adding listeners of shortcuts. React schedules them by a message. */
async function flushEffects(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { port1, port2 } = new MessageChannel()
    const received = new Promise((resolve) => {
      port1.onmessage = resolve
    })
    port2.postMessage(undefined)
    await received
  })
}

type Entries = [key: string, value: string][]
type Tokens = { IdToken: string; AccessToken: string; RefreshToken: string }

/** Local storage after a sign-in with the form, by email. */
const formSessions = new Map<string, Entries>()

/** Local storage of a new session: a copy of a form sign-in with other tokens. */
async function newSession(page: Page, email: string): Promise<Entries> {
  const stored = formSessions.get(email) ?? (await signInByForm(page, email))
  formSessions.set(email, stored)
  const response = await callProvider(page, 'InitiateAuth', {
    ClientId: stored.find(([key]) => key.endsWith('.idToken'))?.[0].split('.')[1],
    AuthFlow: 'USER_PASSWORD_AUTH',
    AuthParameters: { USERNAME: email, PASSWORD },
  })
  if (!response.ok()) throw new Error(`The provider refused ${email}: ${await response.text()}`)
  const { AuthenticationResult: tokens }: { AuthenticationResult: Tokens } = await response.json()
  return stored.map(([key, value]) => [key, withTokens(key, value, tokens)])
}

async function signInByForm(page: Page, email: string): Promise<Entries> {
  const login = (await page.request.get('/login')).url()
  const context = await page.context().browser()?.newContext()
  if (!context) throw new Error('The page has no browser.')
  const formPage = await context.newPage()
  await formPage.goto(login)
  await fillSignIn(formPage, email, PASSWORD)
  await expectDashboard(formPage)
  const entries = await formPage.evaluate(() => Object.entries({ ...localStorage }))
  // Keep only the entries, because the session would be listed among the user's.
  await formPage.getByRole('button', { name: 'Sign out' }).click()
  await expect(formPage.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
  await context.close()
  return entries
}

function withTokens(key: string, value: string, tokens: Tokens): string {
  if (key.endsWith('.idToken')) return tokens.IdToken
  if (key.endsWith('.accessToken')) return tokens.AccessToken
  if (key.endsWith('.refreshToken')) return tokens.RefreshToken
  if (key !== 'auth') return value
  const auth = JSON.parse(value)
  const [, payload = ''] = tokens.IdToken.split('.')
  const { exp } = JSON.parse(Buffer.from(payload, 'base64url').toString())
  Object.assign(auth.state.auth, { token: tokens.IdToken, tokenExpiration: exp })
  return JSON.stringify({ ...auth, activeAtMs: Date.now() })
}
