import { randomUUID } from 'node:crypto'
import type { Context } from './context.ts'
import { createCredentials } from './passwords/credentials.ts'
import { assertPolicy } from './passwords/policy.ts'
import { insertUsers } from './store/users.ts'
import { assertEmail } from './user-attributes.ts'

export type SeedUser = {
  email: string
  password: string
  /** The password has to be changed at the first sign-in; it lasts as long as any temporary one. */
  temporary?: boolean
  /** Chosen by the caller where data elsewhere refers to it; otherwise random. */
  sub?: string
  attributes?: Record<string, string>
}

/**
 * Creates verified, enabled users in one statement and delivers nothing. Users whose e-mail is taken already stay as
 * they are. Answers those it created; `username` is what the protocol calls the user from now on.
 */
export async function seedUsers(
  context: Context,
  users: readonly SeedUser[],
): Promise<{ username: string; email: string }[]> {
  const rows = users.map((user) => {
    assertEmail(user.email)
    assertPolicy(user.password, context.passwordPolicy)
    const sub = (user.sub ?? randomUUID()).toLowerCase()
    return {
      sub,
      email: user.email,
      emailVerified: true,
      attributes: user.attributes ?? {},
      ...createCredentials(context, sub, user.password),
      ...(user.temporary
        ? {
            status: 'FORCE_CHANGE_PASSWORD' as const,
            temporaryUntil: context.after(context.lifetimes.temporaryPasswordMs),
          }
        : { status: 'CONFIRMED' as const, temporaryUntil: null }),
    }
  })
  const created = await insertUsers(context.pool, rows, context.now())
  return created.map(({ sub, email }) => ({ username: sub, email }))
}
