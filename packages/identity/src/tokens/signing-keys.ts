import { createHash, KeyObject } from 'node:crypto'
import {
  type CryptoKey,
  createLocalJWKSet,
  errors,
  exportJWK,
  generateKeyPair,
  importPKCS8,
  type JSONWebKeySet,
  type JWTVerifyGetKey,
} from 'jose'
import type { Keyring } from '../crypto/keyring.ts'
import { WrongKeyError } from '../errors.ts'
import type { Settings } from '../options.ts'
import * as store from '../store/signing-keys.ts'

export const ALGORITHM = 'RS256'

/** Time during which other processes may still sign with a replaced key. */
const CACHE_MS = 60_000

const KID = /^[\w-]{43}$/

type ActiveKey = { kid: string; privateKey: CryptoKey }
type KeySet = {
  active: ActiveKey
  /** Creation of the active key, in milliseconds since 1970. */
  createdMs: number
  /** Time when the active key replaced another, in milliseconds since 1970. */
  sinceMs: number
  publicKeys: JSONWebKeySet
  verificationKeys: JWTVerifyGetKey
}

/** A younger key is kept. */
export type RotateOptions = { ifOlderThanMs?: number }

/** The active key; `isNew` if this call created it. */
export type Rotation = { kid: string; isNew: boolean }

export type SigningKeys = {
  active(): Promise<ActiveKey>
  /** Every key whose tokens may not have expired, including the active one. */
  publicKeys(): Promise<JSONWebKeySet>
  /** The public keys, imported once, because importing a key costs as much as verifying a token. */
  verificationKey: JWTVerifyGetKey
  /**
   * Activates a new key, in other processes within a minute. The previous one stays published until the last token
   * that it may have signed has expired. Only one of several calls within a minute has an effect.
   */
  rotate(options?: RotateOptions): Promise<Rotation>
}

/** The key pairs are stored encrypted in the database, shared by all processes. */
export function createSigningKeys({ pool, clock, lifetimes }: Settings, keyring: Keyring): SigningKeys {
  let loading: Promise<KeySet> | undefined
  let loadedAt = Number.NEGATIVE_INFINITY
  const now = () => new Date(clock())

  // A failure is not cached, so the next call retries.
  const loaded = () => {
    if (!loading || clock() >= loadedAt + CACHE_MS) {
      loadedAt = clock()
      const started = load().catch((error) => {
        if (loading === started) loading = undefined
        throw error
      })
      loading = started
    }
    return loading
  }

  const reloaded = () => {
    loading = undefined
    return loaded()
  }

  async function load(): Promise<KeySet> {
    let rows = await store.readPublished(pool, now())
    if (!rows.some((row) => !row.retiredAt)) {
      await store.insertFirst(pool, await createKey(), now())
      rows = await store.readPublished(pool, now())
    }
    const active = rows.find((row) => !row.retiredAt)
    const pem = active && keyring.open('signing-key', active.kid, active.privateKey)
    if (!pem) throw new WrongKeyError('the identity key does not open this database: was it replaced?')
    const privateKey = await importPKCS8(pem.toString(), ALGORITHM)
    const publicKeys = { keys: rows.map((row) => row.publicJwk) }
    return {
      active: { kid: active.kid, privateKey },
      createdMs: active.createdAt.getTime(),
      sinceMs: Math.max(...rows.map((row) => row.retiredAt?.getTime() ?? Number.NEGATIVE_INFINITY)),
      publicKeys,
      verificationKeys: createLocalJWKSet(publicKeys),
    }
  }

  async function createKey() {
    const pair = await generateKeyPair(ALGORITHM, { modulusLength: 2048, extractable: true })
    const jwk = await exportJWK(pair.publicKey)
    const kid = createHash('sha256').update(`${jwk.e}.${jwk.n}`).digest('base64url')
    const pem = KeyObject.from(pair.privateKey).export({ type: 'pkcs8', format: 'pem' })
    return {
      kid,
      publicJwk: { ...jwk, kid, alg: ALGORITHM, use: 'sig' },
      privateKey: keyring.seal('signing-key', kid, Buffer.from(pem)),
    }
  }

  return {
    active: async () => (await loaded()).active,
    publicKeys: async () => (await loaded()).publicKeys,
    async verificationKey(header, token) {
      const { verificationKeys } = await loaded()
      try {
        return await verificationKeys(header, token)
      } catch (error) {
        // Another process may sign with a newer key. An unknown id costs one lookup.
        if (!(error instanceof errors.JWKSNoMatchingKey) || !KID.test(header.kid ?? '')) throw error
        if (!(await store.isPublished(pool, header.kid ?? '', now()))) throw error
        return (await reloaded()).verificationKeys(header, token)
      }
    },
    async rotate({ ifOlderThanMs = 0 } = {}) {
      const { active: former, createdMs, sinceMs } = await reloaded()
      // Another call has just rotated, and not every process signs with the new key yet.
      const isRecent = clock() - sinceMs < CACHE_MS
      if (isRecent || clock() - createdMs < ifOlderThanMs) return { kid: former.kid, isNew: false }
      const key = await createKey()
      const formerExpiresAt = new Date(clock() + CACHE_MS + lifetimes.tokensMs)
      await store.replaceActive(pool, former.kid, key, { at: now(), formerExpiresAt })
      const { kid } = (await reloaded()).active
      return { kid, isNew: kid === key.kid }
    },
  }
}
