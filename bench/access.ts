import { effectiveAccess } from '@backoffice/contract/access'
import type { Pool } from 'pg'
import type { Database } from '../apps/server/src/db/client.ts'
import { preparedRead } from '../apps/server/src/db/statements.ts'
import {
  accessVersionAtCommit,
  confirmAccess,
  createAuthentication,
} from '../apps/server/src/features/access/authenticate.ts'
import { shareReads } from '../apps/server/src/kernel/share-reads.ts'
import { type BenchDatabase, withDatabase } from './database.ts'
import { type Figure, inTurns, ratioDetail, ratioFigure, timed } from './figures.ts'

/** Decisions per measurement, because one takes less than a millisecond. */
const CALLS = 50
const ROUNDS = 20

/**
 * Compares the access decision of a write (authentication and check at commit) with the statements before temporary
 * access. Neither verifies the token.
 */
export function benchAccess(rounds: number): Promise<Figure[]> {
  return withDatabase(
    'access',
    async () => {},
    async (database) => {
      const { db } = database
      const sub = await anIdentity(db)
      const compare = (ours: Decide, former: Decide) =>
        inTurns(
          () => timedCalls(ours),
          () => timedCalls(former),
          rounds * ROUNDS,
          ROUNDS,
        )
      const [current, former] = [currentDecision(db, sub), formerDecision(database, sub)]
      const warm = await compare(current(), former())
      const cold = await compare(
        () => current()(),
        () => former()(),
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

/** Returns decisions that each start with an empty cache, which the first call fills. */
function currentDecision(db: Database, sub: string): () => Decide {
  const claims = { sub, email: '', sessionId: null, signedInAt: 0, exp: 0 }
  return () => {
    const { authenticate } = createAuthentication(
      db,
      async () => claims,
      async () => {},
    )
    return async () => {
      const caller = await authenticate('Bearer a.b.c')
      await db.transaction().execute((tx) => confirmAccess(tx, caller, { endsSessions: false }))
    }
  }
}

const readFormerVersion = preparedRead('former-access-version', (db) =>
  db.selectFrom('access_version').select('version'),
)

function formerDecision({ db, pool }: BenchDatabase, sub: string): () => Decide {
  return () => {
    const cache = new Map<string, unknown>()
    const readVersion = shareReads(() => readFormerVersion(db))
    return async () => {
      const version = (await readVersion())?.version
      if (!cache.has(sub)) cache.set(sub, await findFormerCaller(pool, sub))
      await db.transaction().execute(async (tx) => {
        const now = await accessVersionAtCommit(tx)
        if (now !== version) throw new Error('Nothing changes access during the benchmark')
      })
    }
  }
}

type FormerUser = { id: string; role_id: string; modules: string[] }

/** The statements of `findCaller` before temporary access. */
async function findFormerCaller(pool: Pool, sub: string) {
  const { rows: users } = await pool.query<FormerUser>(
    `SELECT users.id, given_name, family_name, status, role_id, modules, signed_in_after, last_sign_in_at,
       array(SELECT session_id FROM ended_sessions WHERE ended_sessions.user_id = users.id) AS ended_sessions
     FROM users JOIN roles ON roles.id = users.role_id WHERE identity_sub = $1`,
    [sub],
  )
  const [user] = users
  if (!user) throw new Error('There is no such user')
  const { rows: policies } = await pool.query<{ statements: string[] }>(
    `SELECT statements FROM policies WHERE id IN (
       SELECT policy_id FROM role_policies WHERE role_id = $1
       UNION SELECT policy_id FROM user_policies WHERE user_id = $2
     )`,
    [user.role_id, user.id],
  )
  return { ...user, access: effectiveAccess({ modules: user.modules, policies }, []) }
}
