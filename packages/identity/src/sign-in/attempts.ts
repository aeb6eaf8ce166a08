import type { Account } from '../accounts.ts'
import type { Context } from '../context.ts'
import { type IdentityError, tooManyPasswordAttempts, wrongCredentials } from '../errors.ts'
import type { SecurityEventKind } from '../events.ts'
import { reportEvent } from '../security-events.ts'
import { clearCounter, listBlocked, settleFailure, settleSuccess } from '../store/counters.ts'
import { countFailedSignIn } from '../store/failed-sign-ins.ts'

/**
 * Records the outcome of a password check. Throws unless it was right and the account is not locked. `failure`: event of
 * a wrong password.
 */
export async function settlePasswordAttempt(
  context: Context,
  account: Account,
  right: boolean,
  failure: SecurityEventKind = 'sign-in-failed',
): Promise<void> {
  const key = passwordKey(context, account)
  const accepted = right && account.exists
  const settle = accepted ? settleSuccess : settleFailure
  const isOpen = await settle(context.pool, key, context.now())
  if (!isOpen || !accepted)
    await countFailure(context, account, isOpen ? [failure, 'wrong_password'] : LOCKED)
  if (!isOpen) throw tooManyPasswordAttempts()
  if (!accepted) throw wrongCredentials()
}

/** Unlocks the account, because its owner has proven their identity in another way. */
export function clearFailures(context: Context, account: Account): Promise<void> {
  return clearCounter(context.pool, passwordKey(context, account))
}

/**
 * Records the outcome of a second factor's code. Counted separately from passwords. Otherwise each right password would
 * clear the wrong codes, and a client that knows it could try all codes.
 */
export async function settleCodeAttempt(
  context: Context,
  account: Account,
  rejection: IdentityError | undefined,
): Promise<void> {
  const settle = rejection ? settleFailure : settleSuccess
  const isOpen = await settle(context.pool, codeKey(context, account), context.now())
  if (!isOpen || rejection)
    await countFailure(context, account, isOpen ? ['sign-in-failed', 'wrong_code'] : LOCKED)
  if (!isOpen) throw tooManyPasswordAttempts()
  if (rejection) throw rejection
}

const LOCKED = ['sign-in-locked', 'locked'] as const

/** Awaited before the response, so that an attack cannot queue work faster than it receives responses. Never throws. */
async function countFailure(
  context: Context,
  account: Account,
  [kind, reason]: readonly [SecurityEventKind, string],
): Promise<void> {
  const { pool, now, onError } = context
  reportEvent(context, kind, account, { reason })
  await countFailedSignIn(pool, now()).catch(onError)
}

export function clearCodeFailures(context: Context, account: Account): Promise<void> {
  return clearCounter(context.pool, codeKey(context, account))
}

/** Users among `subs` who are locked after wrong passwords or codes. One query. */
export async function lockedAmong(context: Context, subs: readonly string[]): Promise<Set<string>> {
  const owners = new Map<string, string>()
  for (const sub of subs) {
    for (const key of [passwordKey(context, { sub }), codeKey(context, { sub })]) {
      owners.set(key.toString('hex'), sub)
    }
  }
  const keys = [...owners.keys()].map((key) => Buffer.from(key, 'hex'))
  const blocked = await listBlocked(context.pool, keys, context.now())
  return new Set(blocked.flatMap((key) => owners.get(key.toString('hex')) ?? []))
}

function codeKey({ keyring }: Context, account: Pick<Account, 'sub'>): Buffer {
  return keyring.digest('code-lock-out', account.sub)
}

function passwordKey({ keyring }: Context, account: Pick<Account, 'sub'>): Buffer {
  return keyring.digest('lock-out', account.sub)
}
