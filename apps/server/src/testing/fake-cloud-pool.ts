import { createSign, generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto'
import { FetchError } from 'aws-jwt-verify/error'
import { cloudIdentity } from '../adapters/identity/cloud.ts'

/** Issues tokens of a cloud pool with generated keys, without network access. */

export const POOL = { id: 'ap-southeast-1_AbCdEf123', clientId: '1example23456789' }
export const ISSUER = `https://cognito-idp.ap-southeast-1.amazonaws.com/${POOL.id}`

export const keys = { first: aKey('first'), second: aKey('second'), foreign: aKey('first') }

function aKey(kid: string) {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return { kid, privateKey, jwk: { ...publicKey.export({ format: 'jwk' }), kid, alg: 'RS256', use: 'sig' } }
}

type Key = { kid: string; privateKey: KeyObject }

export function aToken(changes: Record<string, unknown> = {}, { kid, privateKey }: Key = keys.first): string {
  const now = Math.floor(Date.now() / 1_000)
  const claims = {
    sub: 'c0ffee00-0000-4000-8000-000000000001',
    iss: ISSUER,
    aud: POOL.clientId,
    token_use: 'id',
    origin_jti: 'c0ffee00-0000-4000-8000-000000000002',
    email: 'ana@northline.example',
    auth_time: now - 10,
    iat: now - 10,
    exp: now + 3_600,
    jti: randomUUID(),
    ...changes,
  }
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const signed = `${part({ alg: 'RS256', kid })}.${part(claims)}`
  return `${signed}.${createSign('RSA-SHA256').update(signed).sign(privateKey, 'base64url')}`
}

/** A pool with replaceable JWKS that records requested URLs. */
export function aPool(published: { jwks: object[] | null } = { jwks: [keys.first.jwk] }) {
  const requestedUrls: string[] = []
  const fetcher = {
    async fetch(uri: string) {
      requestedUrls.push(uri)
      if (published.jwks === null) throw new FetchError(uri, 'no response')
      const bytes = Buffer.from(JSON.stringify({ keys: published.jwks }))
      return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer
    },
  }
  const errors: unknown[] = []
  const identity = cloudIdentity(POOL, { fetcher, onError: (error) => void errors.push(error) })
  return { identity, requestedUrls, published, errors }
}
