import type pg from 'pg'

export type UserStatus = 'CONFIRMED' | 'FORCE_CHANGE_PASSWORD' | 'RESET_REQUIRED'

export type UserRow = {
  sub: string
  email: string
  emailVerified: boolean
  attributes: Record<string, string>
  status: UserStatus
  enabled: boolean
  salt: Buffer
  verifier: Buffer
  generation: number
  temporaryUntil: Date | null
  createdAt: Date
  updatedAt: Date
}

const COLUMNS = `sub, email, email_verified as "emailVerified", attributes, status, enabled, salt, verifier, generation,
  temporary_until as "temporaryUntil", created_at as "createdAt", updated_at as "updatedAt"`

/** Returns the user of that name, or the decoy. */
export async function selectUserOr(
  pool: pg.Pool,
  emailKey: string,
  sub: string | null,
  decoy: UserRow,
): Promise<UserRow & { exists: boolean }> {
  const { rows } = await pool.query<UserRow & { exists: boolean }>(
    `select ${COLUMNS}, true as exists from identity.users where email_key = $1 or sub = $2
     union all
     select $3::uuid, $4, $5::boolean, $6::jsonb, $7, $8::boolean, $9::bytea, $10::bytea, $11::integer,
       $12::timestamptz, $13::timestamptz, $14::timestamptz, false
     order by exists desc limit 1`,
    [
      emailKey,
      sub,
      decoy.sub,
      decoy.email,
      decoy.emailVerified,
      decoy.attributes,
      decoy.status,
      decoy.enabled,
      decoy.salt,
      decoy.verifier,
      decoy.generation,
      decoy.temporaryUntil,
      decoy.createdAt,
      decoy.updatedAt,
    ],
  )
  return rows[0] ?? { ...decoy, exists: false }
}

export type NewUser = Pick<
  UserRow,
  | 'sub'
  | 'email'
  | 'emailVerified'
  | 'attributes'
  | 'status'
  | 'enabled'
  | 'salt'
  | 'verifier'
  | 'temporaryUntil'
>

/** Inserts in one statement. Returns only the users whose email was not taken. */
export async function insertUsers(pool: pg.Pool, users: NewUser[], at: Date): Promise<UserRow[]> {
  const column = <K extends keyof NewUser>(name: K) => users.map((user) => user[name])
  const { rows } = await pool.query<UserRow>(
    `insert into identity.users (sub, email, email_key, email_verified, attributes, status, enabled, salt,
       verifier, temporary_until, created_at, updated_at)
     select sub, email, email_key, email_verified, attributes, status, enabled, salt, verifier, temporary_until,
       $11, $11
     from unnest($1::uuid[], $2::text[], $3::text[], $4::boolean[], $5::jsonb[], $6::text[], $7::boolean[],
       $8::bytea[], $9::bytea[], $10::timestamptz[])
       as t (sub, email, email_key, email_verified, attributes, status, enabled, salt, verifier, temporary_until)
     on conflict (email_key) do nothing
     returning ${COLUMNS}`,
    [
      column('sub'),
      column('email'),
      users.map((user) => user.email.toLowerCase()),
      column('emailVerified'),
      users.map((user) => JSON.stringify(user.attributes)),
      column('status'),
      column('enabled'),
      column('salt'),
      column('verifier'),
      column('temporaryUntil'),
      at,
    ],
  )
  return rows
}

export type Credentials = Pick<UserRow, 'salt' | 'verifier' | 'status' | 'temporaryUntil'>

/** Also ends every session but the kept one. False if the user changed since `generation` was read. */
export async function updateCredentials(
  pool: pg.Pool,
  user: Pick<UserRow, 'sub' | 'generation'>,
  { salt, verifier, status, temporaryUntil }: Credentials,
  { at, keptSessionId }: { at: Date; keptSessionId?: string | undefined },
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `with changed as (
       update identity.users set salt = $3, verifier = $4, status = $5, temporary_until = $6, updated_at = $7,
         generation = generation + 1
       where sub = $1 and generation = $2 returning sub, generation),
     kept as (
       update identity.sessions set generation = changed.generation from changed
       where user_sub = changed.sub and id = $8)
     select from changed`,
    [user.sub, user.generation, salt, verifier, status, temporaryUntil, at, keptSessionId ?? null],
  )
  return rowCount === 1
}

/** Ends every session and applies `change`. */
export async function endSessions(
  pool: pg.Pool,
  sub: string,
  change: { status?: UserStatus; enabled?: boolean },
  at: Date,
): Promise<void> {
  await pool.query(
    `update identity.users set generation = generation + 1, status = coalesce($2, status),
       enabled = coalesce($3, enabled), updated_at = $4
     where sub = $1`,
    [sub, change.status ?? null, change.enabled ?? null, at],
  )
}

export async function enableUser(pool: pg.Pool, sub: string, at: Date): Promise<void> {
  await pool.query('update identity.users set enabled = true, updated_at = $2 where sub = $1', [sub, at])
}

/** The caller handles unique violation 23505, because the new email may be taken. */
export async function updateProfile(
  pool: pg.Pool,
  sub: string,
  profile: Pick<UserRow, 'email' | 'emailVerified' | 'attributes'>,
  at: Date,
): Promise<void> {
  await pool.query(
    `update identity.users set email = $2, email_key = $3, email_verified = $4, attributes = $5, updated_at = $6
     where sub = $1`,
    [sub, profile.email, profile.email.toLowerCase(), profile.emailVerified, profile.attributes, at],
  )
}

export async function deleteUser(pool: pg.Pool, sub: string): Promise<void> {
  await pool.query('delete from identity.users where sub = $1', [sub])
}

export type UserFilter = { expression: string; value: string }

/** Users after `afterSub`, ordered by `sub`. `expression` must be a constant, never input. */
export async function listUsers(
  pool: pg.Pool,
  { expression, value }: UserFilter,
  afterSub: string | null,
  limit: number,
): Promise<UserRow[]> {
  const { rows } = await pool.query<UserRow>(
    `select ${COLUMNS} from identity.users
     where ${expression} and ($2::uuid is null or sub > $2)
     order by sub limit $3`,
    [value, afterSub, limit],
  )
  return rows
}
