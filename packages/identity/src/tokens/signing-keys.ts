import { createHash, KeyObject } from 'node:crypto'
import {
  type CryptoKey,
  createLocalJWKSet,
  exportJWK,
  generateKeyPair,
  importPKCS8,
  type JSONWebKeySet,
  type JWK,
  type JWTVerifyGetKey,
} from 'jose'
import type { Keyring } from '../crypto/keyring.ts'
import type { Settings } from '../options.ts'

export const ALGORITHM = 'RS256'

type ActiveKey = { kid: string; privateKey: CryptoKey }
type Loaded = { active: ActiveKey; publicKeys: JSONWebKeySet; verificationKeys: JWTVerifyGetKey }

export type SigningKeys = {
  active(): Promise<ActiveKey>
  /** Every key whose tokens may still be about, the active one among them. */
  publicKeys(): Promise<JSONWebKeySet>
  /** The same, imported once: importing them for each token costs as much as checking it. */
  verificationKeys(): Promise<JWTVerifyGetKey>
}

type Row = { kid: string; public_jwk: JWK; private_key: Buffer; retired_at: Date | null }

/** The key pair lives in the database under the provider's key, so that all processes sign with the same one. */
export function createSigningKeys({ pool, clock }: Settings, keyring: Keyring): SigningKeys {
  let loading: Promise<Loaded> | undefined

  // A failure is not kept: the next call tries again.
  const loaded = () => {
    loading ??= load().catch((error) => {
      loading = undefined
      throw error
    })
    return loading
  }

  async function load(): Promise<Loaded> {
    let rows = await read()
    if (!rows.some((row) => !row.retired_at)) {
      await create()
      rows = await read()
    }
    const active = rows.find((row) => !row.retired_at)
    const pem = active && keyring.open('signing-key', active.kid, active.private_key)
    if (!pem) throw new Error('the identity key does not open this database: was it replaced?')
    const privateKey = await importPKCS8(pem.toString(), ALGORITHM)
    const publicKeys = { keys: rows.map((row) => row.public_jwk) }
    return {
      active: { kid: active.kid, privateKey },
      publicKeys,
      verificationKeys: createLocalJWKSet(publicKeys),
    }
  }

  async function read(): Promise<Row[]> {
    const { rows } = await pool.query<Row>(
      'select kid, public_jwk, private_key, retired_at from identity.signing_keys order by created_at',
    )
    return rows
  }

  /** Of two processes starting at once, the later one's key is dropped. */
  async function create(): Promise<void> {
    const pair = await generateKeyPair(ALGORITHM, { modulusLength: 2048, extractable: true })
    const jwk = await exportJWK(pair.publicKey)
    const kid = createHash('sha256').update(`${jwk.e}.${jwk.n}`).digest('base64url')
    const pem = KeyObject.from(pair.privateKey).export({ type: 'pkcs8', format: 'pem' })
    await pool.query(
      `insert into identity.signing_keys (kid, public_jwk, private_key, created_at) values ($1, $2, $3, $4)
       on conflict do nothing`,
      [
        kid,
        JSON.stringify({ ...jwk, kid, alg: ALGORITHM, use: 'sig' }),
        keyring.seal('signing-key', kid, Buffer.from(pem)),
        new Date(clock()),
      ],
    )
  }

  return {
    active: async () => (await loaded()).active,
    publicKeys: async () => (await loaded()).publicKeys,
    verificationKeys: async () => (await loaded()).verificationKeys,
  }
}
