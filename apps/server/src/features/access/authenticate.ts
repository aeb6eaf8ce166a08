import { isDeepStrictEqual } from 'node:util'
import { type Access, may } from '@backoffice/contract/access'
import { permissionsOf } from '@backoffice/contract/grants'
import { sql } from 'kysely'
import type { TokenVerifier } from '../../adapters/identity/identity.ts'
import { type Database, onlyRow, type Tx } from '../../db/client.ts'
import {
  type Authenticate,
  bearerToken,
  type Caller,
  type ConfirmAccess,
  sessionKeyOf,
  type TokenClaims,
} from '../../kernel/caller.ts'
import { AccessChanged, HttpError } from '../../kernel/errors.ts'
import { shareReads } from '../../kernel/share-reads.ts'
import { accessVersion, databaseTime, findCaller, hasEnded, markActive, saveSignIn } from './access.store.ts'
import type { CheckSignIn } from './read-authenticator.ts'

/** Clocks of the provider and of the database may differ by this; `auth_time` has whole seconds. */
const CLOCK_TOLERANCE_MS = 5_000
const MOST_CHECKS = 10_000
const TOKEN = /^[\w-]+\.[\w-]+\.[\w-]+$/

/** Sign-in of an identity token, without effects. Null if it would be refused as a bearer token. */
export type FindSignIn = (token: string) => Promise<Caller['identity'] | null>

type Authentication = { authenticate: Authenticate; findSignIn: FindSignIn }

/**
 * Caches callers until the access version in the database changes, or their temporary access ends by the database's clock;
 * concurrent calls share the read of both. A sign-in after the last check of a required authenticator waits for another.
 */
export function createAuthentication(
  db: Database,
  verifyToken: TokenVerifier,
  checkSignIn: CheckSignIn,
): Authentication {
  const readVersion = shareReads(() => accessVersion(db))
  let cachedVersion = ''
  let callers = new Map<string, Awaited<ReturnType<typeof findCaller>>>()

  async function callerOf(sub: string) {
    const { version, now } = await readVersion()
    if (version !== cachedVersion) {
      cachedVersion = version
      callers = new Map()
    }
    const cache = callers
    const cached = cache.get(sub)
    if (cached && !hasEnded(cached, now)) return { caller: cached, version }
    const found = await findCaller(db, sub)
    if (found && cache.size < 10_000) cache.set(sub, found)
    return { caller: found, version }
  }

  /** Sign-ins whose authenticator this process has checked, or checks. */
  const checks = new Map<string, Promise<void>>()

  /** Checks once per sign-in. Concurrent calls share the check; after a failed one the next call repeats it. */
  function checkAuthenticator(user: { id: string; sub: string }, session: string): Promise<void> {
    const known = checks.get(session)
    if (known) return known
    const check = checkSignIn(user)
    checks.set(session, check)
    if (checks.size > MOST_CHECKS) checks.delete(checks.keys().next().value ?? '')
    check.catch(() => checks.delete(session))
    return check
  }

  /** Claims and user of a token. Throws a 401 HttpError. */
  async function identify(token: string) {
    const claims = TOKEN.test(token) ? await verifyToken(token) : null
    if (!claims) throw new HttpError('unauthenticated')
    const found = await allowedCaller(claims)
    const { authenticatorCheckedAt: checkedAt } = found.caller
    if (checkedAt === null || claims.signedInAt * 1_000 + CLOCK_TOLERANCE_MS < checkedAt.getTime())
      return found
    const { id } = found.caller
    const session = sessionKeyOf({ id, identity: claims })
    await checkAuthenticator({ id, sub: claims.sub }, session)
    return allowedCaller(claims)
  }

  async function allowedCaller(claims: TokenClaims) {
    const { caller, version } = await callerOf(claims.sub)
    if (!caller || caller.status === 'DELETED') throw new HttpError('user_unknown')
    if (caller.status === 'DISABLED') throw new HttpError('user_disabled')
    if (isSessionEnded(caller.ended, claims)) throw new HttpError('session_revoked')
    return { claims, caller, version }
  }

  const authenticate: Authenticate = async (authorization = '') => {
    const { claims, caller, version } = await identify(bearerToken(authorization))
    const { ended, lastSignInAt, authenticatorCheckedAt: _checkedAt, ...person } = caller
    // The first accepted token activates an invited user.
    if (caller.status === 'PENDING') await markActive(db, caller.id, caller.name)
    const { sub, sessionId, signedInAt, exp } = claims
    if (signedInAt * 1_000 > lastSignInAt) {
      // Set in the cache, so that the other calls of this session write nothing.
      caller.lastSignInAt = signedInAt * 1_000
      await saveSignIn(db, caller.id, new Date(caller.lastSignInAt)).catch((error) => {
        caller.lastSignInAt = lastSignInAt
        throw error
      })
    }
    return {
      ...person,
      status: 'ACTIVE',
      accessVersion: version,
      tokenExpiresAt: exp,
      identity: { sub, sessionId, signedInAt },
    }
  }

  return {
    authenticate,
    findSignIn: (token) =>
      identify(token).then(
        ({ claims: { sub, sessionId, signedInAt } }) => ({ sub, sessionId, signedInAt }),
        (error: unknown) => {
          if (error instanceof HttpError && error.status === 401) return null
          throw error
        },
      ),
  }
}

/** A user as the caller of their stored call, without a session. Undefined unless active. */
export async function callerOfUser(db: Database, sub: string): Promise<Caller | undefined> {
  const { version } = await accessVersion(db)
  const found = await findCaller(db, sub)
  if (found?.status !== 'ACTIVE') return undefined
  const { ended: _ended, lastSignInAt: _lastSignInAt, authenticatorCheckedAt: _at, status, ...person } = found
  const identity = { sub, sessionId: null, signedInAt: 0 }
  return { ...person, status, accessVersion: version, tokenExpiresAt: 0, identity }
}

type Revocations = { sessionIds: ReadonlySet<string>; signedInBefore: Date | null }

/** True if the session was ended, alone or with all others. */
function isSessionEnded(
  { sessionIds, signedInBefore }: Revocations,
  { sessionId, signedInAt }: Pick<TokenClaims, 'sessionId' | 'signedInAt'>,
): boolean {
  if (sessionId !== null && sessionIds.has(sessionId)) return true
  return signedInBefore !== null && signedInAt * 1_000 < signedInBefore.getTime()
}

/**
 * Access version without the changes of this transaction. Locks it until the transaction ends: call it at the end,
 * followed only by checks of access.
 */
export async function accessVersionAtCommit(tx: Tx): Promise<string> {
  const { rows } = await sql<{ version: string }>`SELECT access_version_at_commit() AS version`.execute(tx)
  return onlyRow(rows).version
}

/**
 * True while the user of a caller has all of the caller's access, also after changes of this transaction, which
 * `confirmAccess` does not see.
 */
export async function hasAccessOf(tx: Tx, { identity, access, permanent }: Caller): Promise<boolean> {
  const now = await findCaller(tx, identity.sub)
  if (now?.status !== 'ACTIVE' || now.needsAuthenticator) return false
  return covers(now.access, access) && covers(now.permanent, permanent)
}

const covers = (access: Access, other: Access) => permissionsOf(other).every((each) => may(access, each))

/**
 * One keyed read while no access changes, with the clock for a caller whose access ends; otherwise compares the caller with
 * the current user.
 */
export const confirmAccess: ConfirmAccess = async (tx, caller, { endsSessions }) => {
  const version = await accessVersionAtCommit(tx)
  // Read after the lock of the version, for which the transaction may have waited.
  const isOver = caller.nextEnd !== null && hasEnded(caller, await databaseTime(tx))
  if (version === caller.accessVersion && !isOver) return
  const now = await findCaller(tx, caller.identity.sub)
  const isUnchanged =
    now?.status === 'ACTIVE' &&
    isSameAccess(now.access, caller.access) &&
    isSameAccess(now.permanent, caller.permanent) &&
    (!now.needsAuthenticator || caller.needsAuthenticator) &&
    (endsSessions || !isSessionEnded(now.ended, caller.identity))
  if (!isUnchanged) throw new AccessChanged()
}

function isSameAccess(one: Access, other: Access): boolean {
  const sorted = ({ modules, policies }: Access) => [modules.toSorted(), policies.toSorted()]
  return isDeepStrictEqual(sorted(one), sorted(other))
}
