import { createHash } from 'node:crypto'
import type { Context } from './context.ts'
import { isUuid } from './input.ts'
import { toBigInt, VERIFIER_BYTES } from './srp/exchange.ts'
import { bytes, N } from './srp/modexp.ts'
import { selectUserOr, type UserRow } from './store/users.ts'

/** A user, or a decoy, so that replies do not reveal whether an account exists. */
export type Account = UserRow & { exists: boolean }

/**
 * Finds a user by email, ignoring case, or by `sub`. Constant time: the decoy is always created, and the database
 * returns one row of the same size either way.
 */
export function findAccount(context: Context, username: string): Promise<Account> {
  const key = username.toLowerCase()
  return selectUserOr(context.pool, key, isUuid(key) ? key : null, decoy(context, key))
}

/**
 * Account without an owner. Everything a caller can see (id, salt, delivery address) is the same on every attempt.
 * The verifier is a random square, like real ones, of no known password.
 */
function decoy({ keyring, now }: Context, key: string): UserRow {
  const sub = isUuid(key) ? key : uuidFrom(keyring.digest('decoy-sub', key))
  const seed = keyring.digest('decoy-verifier', sub)
  const root = toBigInt(createHash('shake256', { outputLength: VERIFIER_BYTES }).update(seed).digest())
  const verifier = bytes((root * root) % N, VERIFIER_BYTES)
  const letters = keyring.digest('decoy-email', sub)
  return {
    sub,
    email: key.includes('@') ? key : `${letter(letters[0])}@${letter(letters[1])}`,
    emailVerified: true,
    attributes: { given_name: 'Decoy', family_name: 'Decoy' },
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

/** UUID with the version and variant bits of a random one. */
function uuidFrom(digest: Buffer): string {
  const id = Buffer.from(digest.subarray(0, 16))
  id[6] = ((id[6] ?? 0) & 0x0f) | 0x40
  id[8] = ((id[8] ?? 0) & 0x3f) | 0x80
  return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

function letter(byte = 0): string {
  return String.fromCharCode(97 + (byte % 26))
}
