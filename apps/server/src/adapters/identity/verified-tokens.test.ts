import { afterAll, beforeAll, expect, test } from 'vitest'
import { TEST_KEY } from '../../testing/test-database.ts'
import { signIn, startTestSystem, type TestSystem } from '../../testing/test-system.ts'
import { createEmbeddedProvider, createTokenVerifier } from './embedded.ts'
import { rememberVerified } from './identity.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startTestSystem()
})
afterAll(() => system.stop())

const CLAIMS = { sub: 's', email: 'e', exp: 100, sessionId: null, signedInAt: 0 }

/** A verifier that accepts every token but `bad`, and counts its calls. */
function aVerifier() {
  const state = { keys: {}, now: 0, verified: 0 }
  const verify = rememberVerified(
    async (token) => {
      state.verified++
      return token === 'bad' ? null : { ...CLAIMS, email: token }
    },
    { keys: () => state.keys, now: () => state.now },
  )
  return { state, verify }
}

test('verifies a token once until it expires', async () => {
  const { state, verify } = aVerifier()
  for (const _ of [1, 2]) expect(await verify('a')).toMatchObject({ email: 'a' })
  expect(await verify('b')).toMatchObject({ email: 'b' })
  state.now = 99_999
  await verify('a')
  expect(state.verified).toBe(2)
  state.now = 100_000
  await verify('a')
  expect(state.verified).toBe(3)
})

test('verifies every token again after the keys were loaded again', async () => {
  const { state, verify } = aVerifier()
  await verify('a')
  state.keys = {}
  await verify('a')
  await verify('a')
  expect(state.verified).toBe(2)
})

test('does not remember a rejection', async () => {
  const { state, verify } = aVerifier()
  for (const _ of [1, 2]) expect(await verify('bad')).toBeNull()
  expect(state.verified).toBe(2)
})

test('a process honours a removed signing key when it loads its keys, within a minute', async () => {
  const { pool, clock, identity } = system
  const token = await signIn(identity, 'agent@backoffice.test')
  const other = createEmbeddedProvider({ pool, key: TEST_KEY, clock, onError: () => {} })
  const verify = createTokenVerifier(other)
  expect(await verify(token)).not.toBeNull()
  await pool.query('DELETE FROM identity.signing_keys')
  clock.offsetMs = 60_000
  const verified = await Promise.all([verify(token), verify(token), verify(token)])
  expect(verified).toEqual([null, null, null])
})
