import type pg from 'pg'

/** Names of the protocol. */
export type Factor = 'SOFTWARE_TOKEN_MFA' | 'SMS_MFA'

export type FactorsRow = {
  /** Sealed. Null until an authenticator is confirmed. */
  totpSecret: Buffer | null
  totpUsedStep: number
  totpEnabled: boolean
  smsEnabled: boolean
  preferred: Factor | null
}

const NONE: FactorsRow = {
  totpSecret: null,
  totpUsedStep: -1,
  totpEnabled: false,
  smsEnabled: false,
  preferred: null,
}

export async function findFactors(pool: pg.Pool, sub: string): Promise<FactorsRow> {
  const { rows } = await pool.query<FactorsRow>(
    `select totp_secret as "totpSecret", totp_used_step as "totpUsedStep", totp_enabled as "totpEnabled",
       sms_enabled as "smsEnabled", preferred
     from identity.second_factors where user_sub = $1`,
    [sub],
  )
  return rows[0] ?? NONE
}

/** False when the step was used already or the secret was replaced. */
export async function useTotpStep(
  pool: pg.Pool,
  sub: string,
  secret: Buffer,
  step: number,
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `update identity.second_factors set totp_used_step = $3
     where user_sub = $1 and totp_secret = $2 and totp_used_step < $3`,
    [sub, secret, step],
  )
  return rowCount === 1
}

/** Never enables an authenticator without a secret. */
export async function savePreference(
  pool: pg.Pool,
  sub: string,
  { totpEnabled, smsEnabled, preferred }: Pick<FactorsRow, 'totpEnabled' | 'smsEnabled' | 'preferred'>,
): Promise<void> {
  await pool.query(
    `insert into identity.second_factors as f (user_sub, sms_enabled, preferred) values ($1, $3, $4)
     on conflict (user_sub) do update set totp_enabled = $2 and f.totp_secret is not null, sms_enabled = $3,
       preferred = $4`,
    [sub, totpEnabled, smsEnabled, preferred],
  )
}

/** Deletes the confirmed and the pending authenticator. */
export async function deleteAuthenticator(pool: pg.Pool, sub: string): Promise<void> {
  await pool.query(
    `with pending as (delete from identity.pending_authenticators where user_sub = $1)
     update identity.second_factors set totp_secret = null, totp_used_step = -1, totp_enabled = false,
       preferred = nullif(preferred, 'SOFTWARE_TOKEN_MFA')
     where user_sub = $1`,
    [sub],
  )
}

/** Replaces an earlier pending secret. */
export async function putPending(pool: pg.Pool, sub: string, secret: Buffer, expiresAt: Date): Promise<void> {
  await pool.query(
    `insert into identity.pending_authenticators (user_sub, totp_secret, expires_at)
     select sub, $2, $3 from identity.users where sub = $1
     on conflict (user_sub) do update set totp_secret = excluded.totp_secret, expires_at = excluded.expires_at`,
    [sub, secret, expiresAt],
  )
}

export async function findPending(pool: pg.Pool, sub: string, now: Date): Promise<Buffer | undefined> {
  const { rows } = await pool.query<{ secret: Buffer }>(
    `select totp_secret as secret from identity.pending_authenticators where user_sub = $1 and expires_at > $2`,
    [sub, now],
  )
  return rows[0]?.secret
}

/**
 * Confirms a pending secret and consumes `step`. During a sign-in it becomes the second factor at once, but only if the
 * user has none, because the password alone must not replace one. Returns whether it was confirmed.
 */
export async function adoptPending(
  pool: pg.Pool,
  sub: string,
  { secret, step, duringSignIn }: { secret: Buffer; step: number; duringSignIn: boolean },
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `with taken as (
       delete from identity.pending_authenticators where user_sub = $1 and totp_secret = $2
       returning user_sub, totp_secret)
     insert into identity.second_factors as f (user_sub, totp_secret, totp_used_step, totp_enabled, preferred)
     select user_sub, totp_secret, $3, $4, case when $4 then 'SOFTWARE_TOKEN_MFA' end from taken
     on conflict (user_sub) do update set totp_secret = excluded.totp_secret,
       totp_used_step = excluded.totp_used_step, totp_enabled = f.totp_enabled or excluded.totp_enabled,
       preferred = coalesce(excluded.preferred, f.preferred)
     where not $4 or (f.totp_secret is null and not f.sms_enabled)`,
    [sub, secret, step, duringSignIn],
  )
  return rowCount === 1
}
