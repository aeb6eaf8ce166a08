import type { TableDeclaration } from '@backoffice/contract/table'
import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import type { Actor } from '../../kernel/audit.ts'
import type { WrittenRows } from './import-handler.ts'
import { isBroughtBack, staged, stagedColumns, tableOf } from './table-staging.ts'

/** Assigns ids to new rows before the write, for their audit events. */
export async function giveIds(tx: Tx, filekey: string): Promise<void> {
  await sql`UPDATE ${staged(filekey)} SET id = gen_random_uuid() WHERE outcome = 'N'`.execute(tx)
}

/** Writes new and changed rows between `from` and `to`, with an audit event each. */
export async function writeRows(
  tx: Tx,
  { filekey, table, actor }: { filekey: string; table: TableDeclaration; actor: Actor },
  from: number,
  to: number,
): Promise<WrittenRows> {
  const columns = stagedColumns(table)
  const names = sql.join(columns.map(({ name }) => sql.ref(name)))
  const range = sql`s.row_no BETWEEN ${from} AND ${to}`
  const added = await sql`INSERT INTO ${tableOf(table)} (id, ${names}, created_by, updated_by)
    SELECT s.id, ${sql.join(columns.map(({ value }) => value))}, ${actor.id}, ${actor.id}
    FROM ${staged(filekey)} s WHERE s.outcome = 'N' AND ${range} ORDER BY s.row_no`.execute(tx)
  const changed = await sql`UPDATE ${tableOf(table)} t SET
      ${sql.join(columns.map(({ name, value }) => sql`${sql.ref(name)} = ${value}`))},
      deleted_at = NULL, version = t.version + 1, updated_at = now(), updated_by = ${actor.id}
    FROM ${staged(filekey)} s WHERE s.id = t.id AND s.outcome = 'C' AND ${range}`.execute(tx)
  // Changes are masked when staged.
  await sql`INSERT INTO audit_events (actor_id, actor_name, approved_by_id, approved_by_name, action, resource,
      resource_id, outcome, changes, reason, source_filekey)
    SELECT ${actor.id}, ${actor.name}, ${actor.approvedBy?.id ?? null}::uuid, ${actor.approvedBy?.name ?? null},
      ${table.resource} || CASE WHEN s.outcome = 'N' THEN '.create' WHEN ${isMove(table)} THEN '.move'
        WHEN ${isBroughtBack} THEN '.restore' ELSE '.update' END,
      ${table.resource}, s.id, 'done', s.changes, ${`import ${filekey}`}, ${filekey}::uuid
    FROM ${staged(filekey)} s WHERE s.outcome IN ('N', 'C') AND ${range} ORDER BY s.row_no`.execute(tx)
  return { new: Number(added.numAffectedRows ?? 0), changed: Number(changed.numAffectedRows ?? 0) }
}

function isMove({ movedBy = [] }: TableDeclaration) {
  return sql`s.changes ?| ${[...movedBy]}::text[]`
}
