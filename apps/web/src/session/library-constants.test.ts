import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { Amplify } from 'aws-amplify'
import { autoSignIn, fetchAuthSession, fetchDevices, signIn, signOut, signUp } from 'aws-amplify/auth'
import { CookieStorage } from 'aws-amplify/utils'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'

/**
 * Constants of the identity library without a setting. An upgrade that changes one fails here. Differences from the
 * specification are in docs/decisions/015-constants-of-the-identity-library.md.
 */

// The library requires a browser when it loads.
const browser = vi.hoisted(() => {
  const kept = new Map<string, string>()
  const localStorage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
  const location = { href: '', origin: 'http://127.0.0.1', pathname: '/' }
  const addEventListener = () => undefined
  const found = { querySelector: () => null, querySelectorAll: () => [], getElementById: () => null }
  const document = { cookie: '', addEventListener, ...found }
  for (const [name, value] of Object.entries({ localStorage, document, location })) vi.stubGlobal(name, value)
  vi.stubGlobal('window', { localStorage, document, location, addEventListener })
  return { kept, location, document }
})

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const DAY_MS = 24 * 60 * MINUTE_MS

const POOL = { userPoolId: 'ap-southeast-1_embedded1', userPoolClientId: 'client1' }
const PREFIX = `CognitoIdentityServiceProvider.${POOL.userPoolClientId}`
const OAUTH = {
  domain: 'pool.example',
  scopes: ['openid'],
  redirectSignIn: ['http://127.0.0.1/'],
  redirectSignOut: ['http://127.0.0.1/'],
  responseType: 'code' as const,
}

/** Requests to the provider. */
let requests: { operation: string; body: Record<string, unknown>; atMs: number }[] = []
let respond: (operation: string) => Response = () => Response.json({})

beforeEach(() => {
  vi.useFakeTimers()
  requests = []
  respond = () => Response.json({})
  browser.kept.clear()
  Amplify.configure({ Auth: { Cognito: POOL } })
  vi.stubGlobal('fetch', async (_url: unknown, { headers, body }: { headers: object; body: string }) => {
    const target = Object.entries(headers).find(([name]) => name.toLowerCase() === 'x-amz-target')?.[1]
    const operation = String(target).split('.')[1] ?? ''
    requests.push({ operation, body: JSON.parse(body), atMs: Date.now() })
    return respond(operation)
  })
})
afterEach(() => vi.useRealTimers())
afterAll(() => vi.unstubAllGlobals())

const refusal = (name: string, message = '') => Response.json({ __type: name, message }, { status: 400 })

function aToken(claims: object): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${part({ alg: 'none' })}.${part(claims)}.signature`
}

/** Stores the library's tokens of a signed-in user. */
function keepTokens(): void {
  const iat = Math.floor(Date.now() / 1_000)
  const token = aToken({ iat, exp: iat + 3_600, sub: 'one', origin_jti: 'session' })
  const of = (name: string) => `${PREFIX}.one.${name}`
  const tokens = { accessToken: token, idToken: token, refreshToken: 'refresh', clockDrift: '0' }
  browser.kept.set(`${PREFIX}.LastAuthUser`, 'one')
  for (const [name, value] of Object.entries(tokens)) browser.kept.set(of(name), value)
}

/** Outcome of a call; empty while pending. */
function watch(call: Promise<unknown>): { ended?: 'well' | Error } {
  const seen: { ended?: 'well' | Error } = {}
  call.then(
    () => {
      seen.ended = 'well'
    },
    (error: Error) => {
      seen.ended = error
    },
  )
  return seen
}

test('a page of the device list has 60 devices', async () => {
  keepTokens()
  await fetchDevices()
  expect(requests.map(({ operation, body }) => [operation, body.Limit])).toEqual([['ListDevices', 60]])
})

test('automatic sign-in after confirmation by link is tried every 5 s for up to 3 minutes', async () => {
  Amplify.configure({ Auth: { Cognito: { ...POOL, signUpVerificationMethod: 'link' } } })
  respond = (operation) =>
    operation === 'SignUp'
      ? Response.json({ UserConfirmed: false, UserSub: 'one' })
      : refusal('UserNotConfirmedException')
  const options = { userAttributes: {}, autoSignIn: { authFlowType: 'USER_PASSWORD_AUTH' as const } }
  await signUp({ username: 'one', password: 'Any#password1', options })
  const startedMs = Date.now()
  const seen = watch(autoSignIn())
  requests = []
  await vi.advanceTimersByTimeAsync(3 * MINUTE_MS)
  expect(requests.map(({ atMs }) => (atMs - startedMs) / SECOND_MS)).toEqual(
    Array.from({ length: 36 }, (_, index) => 5 * (index + 1)),
  )
  expect(seen.ended).toBeUndefined()
  await vi.advanceTimersByTimeAsync(5 * SECOND_MS)
  expect(requests).toHaveLength(36)
  expect(seen.ended).toMatchObject({ message: 'The account was not confirmed on time.' })
})

test('reading the session waits 5 minutes for a hosted login, not 10 s', async () => {
  keepTokens()
  Amplify.configure({ Auth: { Cognito: { ...POOL, loginWith: { oauth: OAUTH } } } })
  browser.kept.set(`${PREFIX}.inflightOAuth`, 'true')
  const seen = watch(fetchAuthSession())
  await vi.advanceTimersByTimeAsync(5 * MINUTE_MS - 1)
  expect(seen.ended).toBeUndefined()
  await vi.advanceTimersByTimeAsync(1)
  expect(seen.ended).toBe('well')
})

test('a sign-out that redirects to the hosted login has no time limit of 3 s', async () => {
  keepTokens()
  Amplify.configure({ Auth: { Cognito: { ...POOL, loginWith: { oauth: OAUTH } } } })
  browser.kept.set(`${PREFIX}.oauthSignIn`, 'true,false')
  await signOut()
  expect(browser.location.href).toMatch(/^https:\/\/pool\.example\/logout\?client_id=client1&/)
  expect(vi.getTimerCount()).toBe(0)
})

test('a refresh without a reply is tried three times, well within 5 s', async () => {
  keepTokens()
  respond = () => new Response('{}', { status: 500 })
  const random = vi.spyOn(Math, 'random').mockReturnValue(0.5)
  const startedMs = Date.now()
  const seen = watch(fetchAuthSession({ forceRefresh: true }))
  await vi.advanceTimersByTimeAsync(5 * SECOND_MS)
  random.mockRestore()
  // 2ⁿ × 100 ms and half of 100 ms of jitter.
  expect(requests.map(({ operation, atMs }) => [operation, atMs - startedMs])).toEqual([
    ['GetTokensFromRefreshToken', 0],
    ['GetTokensFromRefreshToken', 250],
    ['GetTokensFromRefreshToken', 700],
  ])
  expect(seen.ended).toBeInstanceOf(Error)
  expect(vi.getTimerCount()).toBe(0)
})

test('a cookie lasts 365 days by default', async () => {
  await new CookieStorage().setItem('name', 'value')
  const expires = /expires=([^;]+)/.exec(browser.document.cookie)?.[1] ?? ''
  expect(Math.round((Date.parse(expires) - Date.now()) / DAY_MS)).toBe(365)
})

test('the library does not check the length of a pool id, so our configuration does', async () => {
  const userPoolId = `ap-southeast-1_${'a'.repeat(80)}`
  Amplify.configure({ Auth: { Cognito: { ...POOL, userPoolId } } })
  respond = () => refusal('NotAuthorizedException', 'Incorrect username or password.')
  const options = { authFlowType: 'USER_PASSWORD_AUTH' as const }
  await expect(signIn({ username: 'one', password: 'Any#password1', options })).rejects.toThrow(
    'Incorrect username or password.',
  )
})

test('the library still has the three messages for empty fields, but shows others', async () => {
  const library = createRequire(createRequire(import.meta.url).resolve('aws-amplify/package.json'))
  const folder = join(library.resolve('@aws-amplify/auth/package.json'), '..')
  const sentences = readFileSync(join(folder, 'dist/esm/common/AuthErrorStrings.mjs'), 'utf8')
  for (const field of ['Username', 'Password', 'Confirmation code'])
    expect(sentences).toContain(`"${field} cannot be empty"`)
  await expect(signIn({ username: '', password: 'x' })).rejects.toThrow('username is required to signIn')
})
