import { randomUUID } from 'node:crypto'
import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider'
import type pg from 'pg'
import {
  createIdentityProvider,
  type IdentityMessage,
  type IdentityOptions,
  type IdentityProvider,
} from '../index.ts'

export const USER_POOL_ID = 'ap-southeast-1_embedded1'
export const CLIENT_ID = 'embeddedclient00000000001'
const ISSUER = 'http://127.0.0.1/idp'
export const KEY = Buffer.alloc(32, 7)
export const PASSWORD = 'Backoffice#2026'

export type Reply = {
  status: number
  headers: Record<string, string>
  body: Record<string, unknown> & { length: number }
}

export type TestProvider = {
  provider: IdentityProvider
  sdk: CognitoIdentityProviderClient
  outbox: IdentityMessage[]
  errors: unknown[]
  /** Advances the provider's clock, which otherwise stands still. */
  advance: (ms: number) => void
  /** Time of that clock, in milliseconds since 1970. */
  now: () => number
  call: (operation: string, input: object, ip?: string, userAgent?: string) => Promise<Reply>
  /** Default: a permanent password and a unique email. */
  aUser: (options?: { temporary?: boolean; attributes?: Record<string, string> }) => Promise<TestUser>
}

type TestUser = { email: string; username: string }

// Effectively off, because throttle.test.ts covers the throttle.
const UNTHROTTLED = { perAddress: { count: 1_000_000, windowMs: 60_000 } }

export function createTestProvider(pool: pg.Pool, options: Partial<IdentityOptions> = {}): TestProvider {
  const outbox: IdentityMessage[] = []
  const errors: unknown[] = []
  let nowMs = Date.now()
  const provider = createIdentityProvider({
    pool,
    userPoolId: USER_POOL_ID,
    clientId: CLIENT_ID,
    issuer: ISSUER,
    key: KEY,
    limits: UNTHROTTLED,
    clock: () => nowMs,
    deliver: async (message) => void outbox.push(message),
    onError: (error) => void errors.push(error),
    ...options,
  })
  return {
    provider,
    outbox,
    errors,
    sdk: new CognitoIdentityProviderClient(provider.adminClientConfig),
    advance: (ms) => {
      nowMs += ms
    },
    now: () => nowMs,
    async call(operation, input, ip = '192.0.2.1', userAgent = undefined) {
      const { status, headers, body } = await provider.handle({
        target: `AWSCognitoIdentityProviderService.${operation}`,
        body: JSON.stringify({ ClientId: CLIENT_ID, ...input }),
        ip,
        userAgent,
      })
      return { status, headers, body: { ...JSON.parse(body), length: body.length } }
    },
    async aUser(user = {}) {
      const [created] = await provider.seedUsers([
        { email: `User.${randomUUID().slice(0, 8)}@example.test`, password: PASSWORD, ...user },
      ])
      if (!created) throw new Error('the user was not created')
      return created
    },
  }
}
