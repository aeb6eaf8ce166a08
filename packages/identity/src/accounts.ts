import type { Context } from './context.ts'
import { VERIFIER_BYTES } from './srp/exchange.ts'
import { bytes, N } from './srp/modexp.ts'
import { selectUser, type UserRow } from './store/users.ts'

/** A user, or the decoy that stands in for one so that nobody can tell a name without an account. */
export type Account = UserRow & { exists: boolean }

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

export const nameKey = (username: string) => username.toLowerCase()

/** By e-mail in any case or by `sub`. One statement, and the same kind of answer, whether there is one or not. */
export async function findAccount(context: Context, username: string): Promise<Account> {
  const key = nameKey(username)
  const row = await selectUser(context.pool, key, UUID.test(key) ? key : null)
  return row ? { ...row, exists: true } : decoy(context, key)
}

/**
 * Stable in everything a caller gets to see: id, salt and delivery address are the same on every try.
 * The verifier is a random square, as real ones are, of which nobody knows the password.
 */
function decoy({ keyring, now }: Context, key: string): Account {
  const sub = UUID.test(key) ? key : uuidFrom(keyring.digest('decoy-sub', key))
  const seed = Array.from({ length: VERIFIER_BYTES / 32 }, (_, i) =>
    keyring.digest(`decoy-verifier-${i}`, sub),
  )
  const root = BigInt(`0x${Buffer.concat(seed).toString('hex')}`)
  const verifier = bytes((root * root) % N, VERIFIER_BYTES)
  const letters = keyring.digest('decoy-email', sub)
  return {
    exists: false,
    sub,
    email: key.includes('@') ? key : `${letter(letters[0])}@${letter(letters[1])}`,
    emailVerified: true,
    attributes: {},
    status: 'CONFIRMED',
    enabled: true,
    salt: keyring.digest('decoy-salt', sub).subarray(0, 16),
    verifier: keyring.seal('verifier', sub, verifier),
    generation: 1,
    temporaryUntil: null,
    createdAt: now(),
    updatedAt: now(),
  }
}

/** Version and variant bits as of a random one. */
function uuidFrom(digest: Buffer): string {
  const id = Buffer.from(digest.subarray(0, 16))
  id[6] = ((id[6] ?? 0) & 0x0f) | 0x40
  id[8] = ((id[8] ?? 0) & 0x3f) | 0x80
  return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

function letter(byte = 0): string {
  return String.fromCharCode(97 + (byte % 26))
}
