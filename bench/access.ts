import { effectiveAccess } from '@backoffice/contract/access'
import { sql } from 'kysely'
import type { Database, Reader } from '../apps/server/src/db/client.ts'
import { preparedRead } from '../apps/server/src/db/prepared-read.ts'
import { shareReads } from '../apps/server/src/kernel/share-reads.ts'
import { confirmAccess, createAuthenticate } from '../apps/server/src/resources/access/authenticate.ts'
import { withDatabase } from './database.ts'
import { type Figure, ratioDetail, ratioFigure } from './figures.ts'
import { inTurns, timed } from './measure.ts'

/** Decisions per measurement: one takes less than a millisecond. */
const CALLS = 50
const ROUNDS = 20

/**
 * The access decision of a write, authentication and check at commit, against the statements before temporary access. Both
 * without the verification of the token.
 */
export function benchAccess(rounds: number): Promise<Figure[]> {
  return withDatabase(
    'access',
    async () => {},
    async ({ db }) => {
      const sub = await anIdentity(db)
      const compare = (ours: Decide, former: Decide) =>
        inTurns(
          () => timedCalls(ours),
          () => timedCalls(former),
          rounds * ROUNDS,
          ROUNDS,
        )
      const [current, former] = [currentDecision(db, sub), formerDecision(db, sub)]
      const warm = await compare(current.next(), former.next())
      const cold = await compare(
        () => current.next()(),
        () => former.next()(),
      )
      return [
        ratioFigure('access.decision', warm),
        ratioDetail('access decision of a caller who is not cached, against the former', cold),
      ]
    },
  )
}

type Decide = () => Promise<unknown>

async function timedCalls(decide: Decide): Promise<number> {
  const ms = await timed(async () => {
    for (let call = 0; call < CALLS; call++) await decide()
  })
  return ms / CALLS
}

async function anIdentity(db: Database): Promise<string> {
  const email = 'supervisor@backoffice.test'
  const user = await db
    .selectFrom('users')
    .select('identity_sub')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  return user.identity_sub ?? ''
}

/** `next()`: a decision with an empty cache, which it keeps for its further calls. */
function currentDecision(db: Database, sub: string) {
  const claims = { sub, email: '', sessionId: null, signedInAt: 0, exp: 0 }
  const next = () => {
    const authenticate = createAuthenticate(db, async () => claims)
    return async () => {
      const caller = await authenticate('Bearer a.b.c')
      await db.transaction().execute((tx) => confirmAccess(tx, caller, { endsSessions: false }))
    }
  }
  return { next }
}

const readFormerVersion = preparedRead('former-access-version', (db) =>
  db.selectFrom('access_version').select('version'),
)

function formerDecision(db: Database, sub: string) {
  const next = () => {
    const cache = new Map<string, unknown>()
    const readVersion = shareReads(() => readFormerVersion(db))
    return async () => {
      const version = (await readVersion())?.version
      if (!cache.has(sub)) cache.set(sub, await findFormerCaller(db, sub))
      await db.transaction().execute(async (tx) => {
        const { rows } = await sql<{ version: string }>`SELECT access_version_at_commit() AS version`.execute(
          tx,
        )
        if (rows[0]?.version !== version) throw new Error('Nothing changes access during the benchmark')
      })
    }
  }
  return { next }
}

/** The statements of `findCaller` before temporary access. */
async function findFormerCaller(db: Reader, identitySub: string) {
  const user = await db
    .selectFrom('users')
    .innerJoin('roles', 'roles.id', 'users.role_id')
    .select(['users.id', 'given_name', 'family_name', 'status', 'role_id', 'modules', 'signed_in_after'])
    .select('last_sign_in_at')
    .select((q) =>
      sql<string[]>`array(${q
        .selectFrom('ended_sessions')
        .select('session_id')
        .whereRef('ended_sessions.user_id', '=', 'users.id')})`.as('ended_sessions'),
    )
    .where('identity_sub', '=', identitySub)
    .executeTakeFirstOrThrow()
  const policies = await db
    .selectFrom('policies')
    .select('statements')
    .where('id', 'in', (q) =>
      q
        .selectFrom('role_policies')
        .select('policy_id')
        .where('role_id', '=', user.role_id)
        .union(q.selectFrom('user_policies').select('policy_id').where('user_id', '=', user.id)),
    )
    .execute()
  return { ...user, access: effectiveAccess({ modules: user.modules, policies }, []) }
}
