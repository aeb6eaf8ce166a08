import type { RuleKind } from '@backoffice/contract/approvals'
import { sql } from 'kysely'
import type { Reader, Tx } from '../../../db/client.ts'

export type StoredRule = { kind: RuleKind; version: number; is_on: boolean; threshold: number | null }

export function findRules(db: Reader): Promise<StoredRule[]> {
  return db
    .selectFrom('approval_rules')
    .select(['kind', 'version', 'is_on', 'threshold'])
    .orderBy('kind')
    .execute()
}

export function lockRule(tx: Tx, kind: RuleKind): Promise<StoredRule> {
  return tx
    .selectFrom('approval_rules')
    .select(['kind', 'version', 'is_on', 'threshold'])
    .where('kind', '=', kind)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

export function updateRule(
  tx: Tx,
  kind: RuleKind,
  values: Pick<StoredRule, 'is_on' | 'threshold'>,
): Promise<StoredRule> {
  return tx
    .updateTable('approval_rules')
    .set((q) => ({ ...values, version: q('version', '+', 1) }))
    .where('kind', '=', kind)
    .returning(['kind', 'version', 'is_on', 'threshold'])
    .executeTakeFirstOrThrow()
}

const PERIOD = sql`interval '24 hours'`

type CountKey = { userId: string; kind: RuleKind; scope: string }

/**
 * Number that the user changed without approval within 24 hours. Other counts of the user wait for the end of this
 * transaction.
 */
export async function countRecent(tx: Tx, { userId, kind, scope }: CountKey): Promise<number> {
  const lock = `changes ${userId} ${kind} ${scope}`
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(tx)
  const { rows } = await sql<{
    count: number
  }>`SELECT coalesce(sum(count), 0)::int AS count FROM change_counts
    WHERE user_id = ${userId} AND kind = ${kind} AND scope = ${scope} AND at > clock_timestamp() - ${PERIOD}`.execute(
    tx,
  )
  return rows[0]?.count ?? 0
}

export async function addCount(tx: Tx, { userId, kind, scope }: CountKey, count: number): Promise<void> {
  const at = sql<Date>`clock_timestamp()`
  await tx.insertInto('change_counts').values({ user_id: userId, kind, scope, at, count }).execute()
}
