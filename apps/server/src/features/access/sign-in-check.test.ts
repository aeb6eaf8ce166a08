import { api } from '@backoffice/contract/api'
import type { Problem } from '@backoffice/contract/values.schemas'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTokenVerifier } from '../../adapters/identity/embedded.ts'
import { ProviderError } from '../../adapters/identity/provider-error.ts'
import { requestOf } from '../../kernel/served-apis.ts'
import { giveAccess, userIdOf } from '../../testing/access.ts'
import { setAuthenticator } from '../../testing/authenticators.ts'
import { signIn, startTestSystem, type TestSystem } from '../../testing/test-system.ts'
import { createAuthentication } from './authenticate.ts'
import { createSignInCheck } from './read-authenticator.ts'

let system: TestSystem
let userId: string
beforeAll(async () => {
  system = await startTestSystem()
  userId = await userIdOf(system, 'viewer')
  const { role } = await giveAccess(system, 'viewer', ['All'], ['*:*'])
  await system.pool.query('UPDATE roles SET requires_second_factor = true WHERE id = $1', [role])
})
afterAll(() => system.stop())

describe('a sign-in after the last check of the required authenticator', () => {
  /** The user had an authenticator at the last check, a minute ago, and has removed it at the provider since. */
  beforeEach(async () => {
    await setAuthenticator(system, 'viewer', false)
    await system.pool.query(
      `UPDATE users SET has_authenticator = true, authenticator_checked_at = now() - interval '1 minute'
       WHERE id = $1`,
      [userId],
    )
  })
  const newSignIn = () => signIn(system.identity, 'viewer@backoffice.test')
  const codeWith = async (token: string, app: Pick<TestSystem['app'], 'inject'> = system.app) => {
    const request = requestOf(api.tenders.list, { body: { page: 1 } }, { authorization: `Bearer ${token}` })
    const reply = await app.inject(request)
    return reply.statusCode < 400 ? 'accepted' : reply.json<Problem>().code
  }

  test('is refused on its first call if the authenticator is gone', async () => {
    const token = await newSignIn()
    expect(await Promise.all([codeWith(token), codeWith(token)])).toEqual(
      Array(2).fill('second_factor_required'),
    )
    const { rows } = await system.pool.query('SELECT has_authenticator FROM users WHERE id = $1', [userId])
    expect(rows).toEqual([{ has_authenticator: false }])
  })

  test('is accepted if the authenticator is still there', async () => {
    const token = await newSignIn()
    await setAuthenticator(system, 'viewer', true)
    expect(await codeWith(token)).toBe('accepted')
  })

  test('an older sign-in asks the provider nothing; a new one once per process, and waits while it is silent', async () => {
    const token = await newSignIn()
    await setAuthenticator(system, 'viewer', true)
    const real = await system.workerDeps.administration()
    let requests = 0
    let isSilent = true
    const administration = async () => ({
      ...real,
      describe: async (sub: string) => {
        requests++
        if (isSilent) throw new ProviderError('Silent.', { isSilent: true })
        return real.describe(sub)
      },
    })
    const { authenticate } = createAuthentication(
      system.db,
      createTokenVerifier(system.identity),
      createSignInCheck({ db: system.db, administration }),
    )
    await expect(authenticate(`Bearer ${token}`)).rejects.toMatchObject({ status: 503 })
    isSilent = false
    requests = 0
    await Promise.all([authenticate(`Bearer ${token}`), authenticate(`Bearer ${token}`)])
    await authenticate(`Bearer ${token}`)
    expect(requests).toBe(1)
    await system.pool.query(
      `UPDATE users SET authenticator_checked_at = now() + interval '1 minute' WHERE id = $1`,
      [userId],
    )
    await createAuthentication(
      system.db,
      createTokenVerifier(system.identity),
      createSignInCheck({ db: system.db, administration }),
    ).authenticate(`Bearer ${token}`)
    expect(requests).toBe(1)
  })
})
