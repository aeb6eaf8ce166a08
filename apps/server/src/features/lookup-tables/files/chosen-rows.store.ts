import type { ApprovalKind } from '@backoffice/contract/approvals'
import type { Selection } from '@backoffice/contract/list'
import { gapKindOf } from '@backoffice/contract/mapping'
import { keyFields, type TableDeclaration } from '@backoffice/contract/table'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Reader, Tx } from '../../../db/client.ts'
import { stagingTable } from '../../../db/staging-table.ts'
import { isStaged } from '../../../files/tracked/staging-tables.store.ts'
import { matchingRows } from '../../../kernel/list-rows.ts'
import { MOST_SHOWN, type ProposedRows } from '../../approvals/proposals/proposal.ts'
import { countWaiting } from '../../mapping/gaps.store.ts'
import { tableSource } from '../table-source.ts'

/** Rows of an action with their outcomes. */
export const chosenTable = (filekey: string) => sql.table(stagingTable(filekey))

type Choice = {
  table: TableDeclaration
  filekey: string
  selection: Selection
  today: string
  /** Conditions of rows `t`, whose numbers are returned. */
  kinds: ReadonlyMap<ApprovalKind, RawBuilder<SqlBool>>
}

/**
 * Stores the matching rows with their versions, which the action then changes. One statement stores and counts them, so
 * that a rule measures exactly the stored rows.
 */
export async function chooseRows(
  tx: Tx,
  { table, filekey, selection, today, kinds }: Choice,
): Promise<ProposedRows & { kinds: Map<ApprovalKind, number> }> {
  const chosen = chosenTable(filekey)
  await sql`CREATE TABLE ${chosen} (row_no int PRIMARY KEY, id uuid NOT NULL, version int NOT NULL,
    label text NOT NULL, outcome text, detail text)`.execute(tx)
  const label = sql`concat_ws(' ', ${sql.join([...keyFields(table), table.naming].map((name) => sql.ref(`t.${name}`)))})`
  const matching = matchingRows(tableSource(tx, table, today), selection)
    .clearSelect()
    .select([sql`t.id`.as('id'), sql`t.version`.as('version'), label.as('label')])
    .select([...kinds].map(([kind, condition]) => condition.as(kind)))
  const counts = [...kinds.keys()].map((kind) => sql`count(*) FILTER (WHERE ${sql.ref(kind)})::int`)
  const { rows } = await sql<ProposedRows & { counts: number[] }>`
    WITH matching AS MATERIALIZED (SELECT row_number() OVER () AS row_no, m.* FROM (${matching}) AS m),
      stored AS (INSERT INTO ${chosen} (row_no, id, version, label) SELECT row_no, id, version, label FROM matching)
    SELECT count(*)::int AS total,
      coalesce(encode(sha256(string_agg(uuid_send(id) || int4send(version), '' ORDER BY id)), 'hex'), '') AS hash,
      coalesce(array_agg(label ORDER BY row_no) FILTER (WHERE row_no <= ${MOST_SHOWN}), '{}') AS names,
      ARRAY[${sql.join(counts)}] AS counts
    FROM matching`.execute(tx)
  const { total = 0, hash = '', names = [], counts: found = [] } = rows[0] ?? {}
  return {
    total,
    hash,
    names,
    kinds: new Map([...kinds.keys()].map((kind, index) => [kind, found[index] ?? 0])),
  }
}

/** Number of transactions that wait for the chosen rows, which become active. */
export async function waitingForChosen(tx: Tx, table: TableDeclaration, filekey: string): Promise<number> {
  const kind = gapKindOf(table)
  if (!kind) return 0
  const rows = sql`FROM ${chosenTable(filekey)} c JOIN ${sql.table(table.name)} r ON r.id = c.id WHERE true`
  return countWaiting(tx, kind, rows, (name) => (name === 'status' ? sql`'ACTIVE'` : sql.ref(`r.${name}`)))
}

export const hasChosenRows = (db: Reader, filekey: string) => isStaged(db, stagingTable(filekey))
