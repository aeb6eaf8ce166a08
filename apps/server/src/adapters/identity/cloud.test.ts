import { FetchError } from 'aws-jwt-verify/error'
import { expect, test } from 'vitest'
import { aPool, aToken, ISSUER, keys, POOL } from '../../testing/fake-cloud-pool.ts'

test('verifies an ID token of the pool and client, fetching the keys once', async () => {
  const { identity, requestedUrls } = aPool()
  const claims = {
    sub: 'c0ffee00-0000-4000-8000-000000000001',
    email: 'ana@northline.example',
    exp: expect.any(Number),
    sessionId: 'c0ffee00-0000-4000-8000-000000000002',
    signedInAt: expect.any(Number),
  }
  expect(await identity.verifyToken(aToken())).toEqual(claims)
  expect(await identity.verifyToken(aToken())).toEqual(claims)
  expect(requestedUrls).toEqual([`${ISSUER}/.well-known/jwks.json`])
})

const now = () => Math.floor(Date.now() / 1_000)

test.each<[string, () => string]>([
  ['of another issuer', () => aToken({ iss: ISSUER.replace('AbC', 'XyZ') })],
  ['of another region', () => aToken({ iss: ISSUER.replace('ap-southeast-1.', 'eu-west-1.') })],
  ['of another client', () => aToken({ aud: 'another' })],
  [
    'that is an access token',
    () => aToken({ token_use: 'access', client_id: POOL.clientId, aud: undefined }),
  ],
  ['without a purpose', () => aToken({ token_use: undefined })],
  ['that has expired', () => aToken({ exp: now() - 1 })],
  ['that never expires', () => aToken({ exp: undefined })],
  ['without a user', () => aToken({ sub: undefined })],
  ['with another signature', () => aToken({}, keys.foreign)],
  ['that is malformed', () => 'a.b.c'],
])('rejects a token %s', async (_what, token) => {
  const { identity } = aPool()
  expect(await identity.verifyToken(token())).toBeNull()
})

test('fetches a new key of the pool when a token names it', async () => {
  const { identity, published } = aPool()
  await identity.verifyToken(aToken())
  published.jwks = [keys.first.jwk, keys.second.jwk]
  expect(await identity.verifyToken(aToken({}, keys.second))).not.toBeNull()
})

test('replies 503 while keys are unavailable', async () => {
  const { identity, published, errors } = aPool({ jwks: null })
  await identity.warmUp()
  await expect(identity.verifyToken(aToken())).rejects.toMatchObject({ status: 503, code: 'unavailable' })
  expect(errors).toEqual([expect.any(FetchError), expect.any(FetchError)])
  published.jwks = [keys.first.jwk]
  expect(await identity.verifyToken(aToken())).not.toBeNull()
})

test.each([
  ['for another use', { use: 'enc' }],
  ['of another kind', { kty: 'oct' }],
  ['without its modulus', { n: undefined }],
])('replies 503 for a key published %s', async (_what, damage) => {
  const { identity } = aPool({ jwks: [{ ...keys.first.jwk, ...damage }] })
  await expect(identity.verifyToken(aToken())).rejects.toMatchObject({ status: 503, code: 'unavailable' })
})

test('the browser uses the endpoint of the pool', () => {
  const { identity } = aPool()
  expect(identity.browser).toEqual({
    userPoolId: POOL.id,
    userPoolClientId: POOL.clientId,
    endpoint: null,
  })
  expect(identity.foreignOrigin).toBe('https://cognito-idp.ap-southeast-1.amazonaws.com')
})

test('fetches an unknown key at most once in ten seconds without blocking other tokens', async () => {
  const { identity, requestedUrls } = aPool()
  expect(await identity.verifyToken(aToken({}, keys.second))).toBeNull()
  await expect(identity.verifyToken(aToken({}, keys.second))).rejects.toMatchObject({ status: 503 })
  expect(await identity.verifyToken(aToken())).not.toBeNull()
  expect(requestedUrls).toHaveLength(1)
})
