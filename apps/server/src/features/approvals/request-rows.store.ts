import type { TableDeclaration } from '@backoffice/contract/table'
import { governedFields, governedInNewRows } from '@backoffice/contract/table-approvals'
import type { TableName } from '@backoffice/contract/tables/headers'
import { type RawBuilder, sql } from 'kysely'
import { onlyRow, type Reader, type Tx } from '../../db/client.ts'
import { stagingTable } from '../../db/staging-table.ts'
import { staged } from '../../files/check/table-staging.ts'
import { isStaged } from '../../files/tracked/staging-tables.store.ts'
import { ownPending } from './requests/pending.store.ts'

type Rows = RawBuilder<unknown>

export type RankedChange = {
  field: string
  from: string | null
  to: string | null
  is_governed: boolean
  rows: number
}
export type FieldCount = { field: string; is_governed: boolean; rows: number }
export type RankedRow = { key: string; name: string; is_new: boolean; changes: RankedChange[] }

export async function countRows(db: Reader, rows: Rows): Promise<number> {
  const { rows: counts } = await sql<{
    total: number
  }>`SELECT count(*)::int AS total FROM (${rows}) r`.execute(db)
  return onlyRow(counts).total
}

export type RankedPage = { items: RankedRow[]; total: number; fields: FieldCount[]; new_rows: number }

/**
 * Page of rows. Rows with governed changes come first, rarest first, then rows with a field that few others change. No
 * order or number of other rows hides the one that matters. A governed change counts the rows with the same values
 * before and after, another one the rows that change the field, and a new row the new rows.
 */
export async function listRankedRows(
  db: Reader,
  table: TableDeclaration,
  rows: Rows,
  { field, limit, offset }: { field?: string | undefined; limit: number; offset: number },
): Promise<RankedPage> {
  const isGoverned = sql`CASE WHEN r.is_new THEN c.value->>1 IS NOT NULL AND c.key = ANY(${governedInNewRows(table)}::text[])
    ELSE coalesce(r.is_governed, c.key = ANY(${[...governedFields(table), 'deleted']}::text[])) END`
  const ofField = field === undefined ? sql`true` : sql`r.changes ? ${field}`
  // Groups are counted and joined, because windows over the cells of 100,000 rows take ten times as long.
  const { rows: found } = await sql<RankedPage>`
    WITH r AS MATERIALIZED (${rows}),
      new_rows AS MATERIALIZED (SELECT count(*)::int AS rows FROM r WHERE is_new),
      cells AS MATERIALIZED (SELECT r.row_no, r.is_new, c.key AS field, ${isGoverned} AS is_governed,
          CASE WHEN ${isGoverned} THEN c.value::text END AS value
        FROM r, jsonb_each(r.changes) c WHERE NOT r.is_new OR ${isGoverned}),
      groups AS MATERIALIZED (SELECT is_new, is_governed, field, coalesce(value, '') AS value, count(*)::int AS rows
        FROM cells GROUP BY 1, 2, 3, 4),
      ranks AS (SELECT row_no,
          CASE WHEN bool_or(is_governed AND NOT is_new) THEN 0 WHEN bool_or(is_governed) THEN 1 ELSE 2 END AS class,
          min(g.rows) FILTER (WHERE is_governed) AS same, min(g.rows) AS rarity
        FROM (SELECT row_no, is_new, is_governed, field, coalesce(value, '') AS value FROM cells) c
        JOIN groups g USING (is_new, is_governed, field, value) GROUP BY row_no),
      matching AS (SELECT r.row_no, coalesce(k.class, 2) AS class, k.same, coalesce(k.rarity, n.rows) AS rarity
        FROM r CROSS JOIN new_rows n LEFT JOIN ranks k USING (row_no) WHERE ${ofField}),
      page AS MATERIALIZED (SELECT row_number() OVER (ORDER BY class, same NULLS LAST, rarity, row_no) AS at, row_no
        FROM matching ORDER BY 1 LIMIT ${limit} OFFSET ${offset}),
      items AS (SELECT p.at, r.key, r.name, r.is_new, coalesce((
          SELECT jsonb_agg(jsonb_build_object('field', c.key, 'from', c.value->>0, 'to', c.value->>1,
            'is_governed', c.is_governed, 'rows', c.rows) ORDER BY c.is_governed DESC, c.rows, c.key)
          FROM (SELECT c.key, c.value, ${isGoverned} AS is_governed, coalesce((SELECT g.rows FROM groups g
              WHERE g.is_new = r.is_new AND g.field = c.key AND g.is_governed = ${isGoverned}
                AND g.value = CASE WHEN ${isGoverned} THEN c.value::text ELSE '' END), n.rows) AS rows
            FROM jsonb_each(r.changes) c) c), '[]') AS changes
        FROM page p JOIN r USING (row_no) CROSS JOIN new_rows n),
      fields AS (SELECT field, bool_or(is_governed) AS is_governed, sum(rows)::int AS rows FROM groups
        WHERE NOT is_new GROUP BY field)
    SELECT coalesce((SELECT jsonb_agg(to_jsonb(i) - 'at' ORDER BY at) FROM items i), '[]') AS items,
      (SELECT count(*)::int FROM matching) AS total, n.rows AS new_rows,
      coalesce((SELECT jsonb_agg(f ORDER BY is_governed DESC, rows, field) FROM fields f), '[]') AS fields
    FROM new_rows n`.execute(db)
  return onlyRow(found)
}

/** A pending import of the user with one of these rows. */
export async function findOwnImport(
  tx: Tx,
  { userId, table, ids }: { userId: string; table: TableName; ids: readonly string[] },
) {
  const imports = await ownPending(tx, userId)
    .select('records')
    .where('endpoint', '=', `${table}.import`)
    .execute()
  for (const found of imports) {
    const filekey = found.records[0] ?? ''
    if (!(await isStaged(tx, stagingTable(filekey)))) continue
    const { rows } =
      await sql`SELECT FROM ${staged(filekey)} WHERE outcome = 'C' AND id = ANY(${[...ids]}::uuid[]) LIMIT 1`.execute(
        tx,
      )
    if (rows.length > 0) return found
  }
  return undefined
}
