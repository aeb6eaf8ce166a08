import { randomUUID } from 'node:crypto'
import type { Context } from './context.ts'
import { createCredentials } from './passwords/credentials.ts'
import { assertPolicy } from './passwords/policy.ts'
import { insertUsers, type NewUser } from './store/users.ts'
import { assertEmail } from './user-attributes.ts'

export type SeedUser = {
  email: string
  password: string
  /** A temporary password, to be changed at the first sign-in. */
  temporary?: boolean
  /** Default: true. */
  enabled?: boolean
  /** Default: random. */
  sub?: string
  attributes?: Record<string, string>
}

/**
 * Creates verified users in one statement without sending messages. Skips users whose email is taken.
 * Returns the created users; `username` identifies the user in the protocol.
 */
export async function seedUsers(
  context: Context,
  users: readonly SeedUser[],
): Promise<{ username: string; email: string }[]> {
  const rows = users.map((user): NewUser => {
    assertEmail(user.email)
    assertPolicy(user.password, context.passwordPolicy)
    const sub = (user.sub ?? randomUUID()).toLowerCase()
    return {
      sub,
      email: user.email,
      emailVerified: true,
      attributes: user.attributes ?? {},
      enabled: user.enabled ?? true,
      ...createCredentials(context, sub, user.password),
      status: user.temporary ? 'FORCE_CHANGE_PASSWORD' : 'CONFIRMED',
      temporaryUntil: user.temporary ? context.after(context.lifetimes.temporaryPasswordMs) : null,
    }
  })
  const created = await insertUsers(context.pool, rows, context.now())
  return created.map(({ sub, email }) => ({ username: sub, email }))
}
