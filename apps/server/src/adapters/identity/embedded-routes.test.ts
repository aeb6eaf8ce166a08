import { createPublicKey, type JsonWebKey, verify } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestSystem, type TestSystem } from '../../testing/test-system.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startTestSystem()
})
afterAll(() => system.stop())

const KEYS = '/idp/.well-known/jwks.json'

function isSignedBy(keys: JsonWebKey[], token: string): boolean {
  const [header = '', claims = '', signature = ''] = token.split('.')
  const { kid } = JSON.parse(Buffer.from(header, 'base64url').toString())
  const key = keys.find((each) => each.kid === kid)
  if (!key) return false
  const signed = Buffer.from(`${header}.${claims}`)
  return verify(
    'sha256',
    signed,
    createPublicKey({ key, format: 'jwk' }),
    Buffer.from(signature, 'base64url'),
  )
}

test('publishes the current and former public keys, which verify the tokens of both', async () => {
  const before = await system.tokenOf('agent')
  const first = (await system.app.inject(KEYS)).json()
  expect(first.keys).toHaveLength(1)
  system.clock.offsetMs += 120_000
  await system.identity.rotateSigningKey()
  const reply = await system.app.inject(KEYS)
  const { keys } = reply.json()
  expect([reply.statusCode, keys.length]).toEqual([200, 2])
  for (const key of keys) expect(Object.keys(key).sort()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use'])
  const tokens = [before, await system.tokenOf('viewer')]
  for (const token of tokens) expect(isSignedBy(keys, token)).toBe(true)
})

test('the endpoint works with and without a trailing slash', async () => {
  for (const url of ['/idp/', '/idp']) {
    const headers = {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': 'AWSCognitoIdentityProviderService.GetUser',
    }
    const reply = await system.app.inject({
      method: 'POST',
      url,
      headers,
      payload: JSON.stringify({ AccessToken: 'none' }),
    })
    expect([url, reply.statusCode, reply.json().__type]).toEqual([url, 400, 'NotAuthorizedException'])
  }
})
