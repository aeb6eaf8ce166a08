import type { JWK } from 'jose'
import type pg from 'pg'

type SigningKeyRow = {
  kid: string
  publicJwk: JWK
  privateKey: Buffer
  createdAt: Date
  retiredAt: Date | null
}

type NewKey = Pick<SigningKeyRow, 'kid' | 'publicJwk' | 'privateKey'>

/** The active key and those whose tokens may not have expired, oldest first. */
export async function readPublished(pool: pg.Pool, now: Date): Promise<SigningKeyRow[]> {
  const { rows } = await pool.query<SigningKeyRow>(
    `select kid, public_jwk as "publicJwk", private_key as "privateKey", created_at as "createdAt",
       retired_at as "retiredAt"
     from identity.signing_keys where expires_at is null or expires_at > $1 order by created_at`,
    [now],
  )
  return rows
}

export async function isPublished(pool: pg.Pool, kid: string, now: Date): Promise<boolean> {
  const { rowCount } = await pool.query(
    'select from identity.signing_keys where kid = $1 and (expires_at is null or expires_at > $2)',
    [kid, now],
  )
  return rowCount === 1
}

/** A unique index allows one active key, so of two concurrent starts the second key is dropped. */
export async function insertFirst(pool: pg.Pool, key: NewKey, at: Date): Promise<void> {
  await pool.query(
    `insert into identity.signing_keys (kid, public_jwk, private_key, created_at) values ($1, $2, $3, $4)
     on conflict do nothing`,
    [key.kid, JSON.stringify(key.publicJwk), key.privateKey, at],
  )
}

/** No effect when another process has replaced `formerKid` already. */
export async function replaceActive(
  pool: pg.Pool,
  formerKid: string,
  key: NewKey,
  { at, formerExpiresAt }: { at: Date; formerExpiresAt: Date },
): Promise<void> {
  await pool.query(
    `with retired as (
       update identity.signing_keys set retired_at = $5, expires_at = $6
       where kid = $1 and retired_at is null returning kid)
     insert into identity.signing_keys (kid, public_jwk, private_key, created_at)
     select $2, $3::jsonb, $4::bytea, $5 from retired`,
    [formerKid, key.kid, JSON.stringify(key.publicJwk), key.privateKey, at, formerExpiresAt],
  )
}
