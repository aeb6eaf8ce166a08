import { afterEach, beforeEach, vi } from 'vitest'
import { useSession } from '../session/store.ts'

type Input = Record<string, unknown>
type Reply = object | { refusal: string; message?: string }

/** Replies of the identity provider by operation, and the operations sent to it. */
export type TestProvider = {
  replies: Record<string, (input: Input) => Reply | Promise<Reply>>
  operations: string[]
}

export const EMAIL = 'ana@example.com'
const HOUR_S = 3_600
const CLIENT = 'CognitoIdentityServiceProvider.client'

function token(claims: object): string {
  const part = (value: object) => btoa(JSON.stringify(value)).replace(/=+$/, '')
  return `${part({ alg: 'none' })}.${part(claims)}.signature`
}

function newTokens() {
  const iat = Math.floor(Date.now() / 1_000)
  const jti = crypto.randomUUID()
  const claims = { sub: 'ana', email: EMAIL, iat, exp: iat + HOUR_S, origin_jti: 'session', jti }
  return { IdToken: token(claims), AccessToken: token(claims), RefreshToken: 'refresh' }
}

/** A signed-in user's tokens, as a reply to a sign-in. */
export const signedIn = () => ({ AuthenticationResult: newTokens(), ChallengeParameters: {} })

export const challenge = (name: string, parameters: object = {}) => ({
  ChallengeName: name,
  Session: 'a-session-of-the-provider',
  ChallengeParameters: { USER_ID_FOR_SRP: 'ana', ...parameters },
})

/** Any numbers, because the provider of the tests does not verify passwords. */
const PASSWORD_CHALLENGE = challenge('PASSWORD_VERIFIER', {
  SRP_B: 'abcdef0123456789',
  SALT: '0123456789abcdef',
  SECRET_BLOCK: btoa('secret'),
})

const LOCKS = { request: async (_name: string, run: () => unknown) => run() }

/** Signs a user in before each test of `testServer`, with the real identity library and a provider of these replies. */
export function testProvider(): TestProvider {
  const provider: TestProvider = { replies: {}, operations: [] }
  beforeEach(() => {
    // Null in this DOM, which has one tab.
    Object.defineProperty(navigator, 'locks', { value: LOCKS, configurable: true })
    provider.operations = []
    provider.replies = {
      InitiateAuth: () => PASSWORD_CHALLENGE,
      RespondToAuthChallenge: signedIn,
      RevokeToken: () => ({}),
      GlobalSignOut: () => ({}),
    }
    const { IdToken, AccessToken, RefreshToken } = newTokens()
    const stored = { idToken: IdToken, accessToken: AccessToken, refreshToken: RefreshToken, clockDrift: '0' }
    localStorage.setItem(`${CLIENT}.LastAuthUser`, 'ana')
    for (const [name, value] of Object.entries(stored)) localStorage.setItem(`${CLIENT}.ana.${name}`, value)
    const { auth } = useSession.getState()
    const userDetails = { ...auth.userDetails, email: EMAIL }
    const tokenExpiration = Date.now() / 1_000 + HOUR_S
    useSession.setState({ isAuthenticated: true, auth: { token: IdToken, tokenExpiration, userDetails } })
    const { fetch } = globalThis
    vi.stubGlobal('fetch', async (address: string | URL, init: RequestInit = {}) => {
      const operation = new Headers(init.headers).get('x-amz-target')?.split('.')[1]
      if (operation === undefined) return fetch(address, init)
      provider.operations.push(operation)
      const reply = (await provider.replies[operation]?.(JSON.parse(String(init.body)))) ?? {
        refusal: 'InternalErrorException',
      }
      if (!('refusal' in reply)) return Response.json(reply)
      return Response.json({ message: '', ...reply, __type: reply.refusal }, { status: 400 })
    })
  })
  afterEach(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
  return provider
}
