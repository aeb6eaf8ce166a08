import type { TableDeclaration } from '@backoffice/contract/table'
import { governedFields, governedInNewRows } from '@backoffice/contract/table-approvals'
import { type RawBuilder, sql } from 'kysely'
import { onlyRow, type Reader } from '../../db/client.ts'

type Rows = RawBuilder<unknown>

export type RankedChange = {
  field: string
  from: string | null
  to: string | null
  is_governed: boolean
  rows: number
}
export type RankedRow = { key: string; name: string; is_new: boolean; changes: RankedChange[] }

export async function countRows(db: Reader, rows: Rows): Promise<number> {
  const { rows: counts } = await sql<{
    total: number
  }>`SELECT count(*)::int AS total FROM (${rows}) r`.execute(db)
  return onlyRow(counts).total
}

/**
 * Cells of changed rows, with the number of rows that have the same: for a governed field the same values before and
 * after, for another any change of the field. A new row counts with the other new rows.
 */
function rankedCells(table: TableDeclaration, rows: Rows) {
  const governed = sql`CASE WHEN r.is_new THEN c.value->>1 IS NOT NULL AND c.key = ANY(${governedInNewRows(table)}::text[])
    ELSE coalesce(r.is_governed, c.key = ANY(${[...governedFields(table), 'deleted']}::text[])) END`
  return sql`
    r AS MATERIALIZED (${rows}),
    cells AS (SELECT r.row_no, r.is_new, c.key AS field, c.value->>0 AS before, c.value->>1 AS after,
      ${governed} AS is_governed FROM r, jsonb_each(r.changes) c),
    counted AS MATERIALIZED (SELECT *, (CASE
        WHEN is_governed THEN count(*) OVER (PARTITION BY is_new, is_governed, field, before, after)
        WHEN is_new THEN (SELECT count(*) FROM r WHERE is_new)
        ELSE count(*) OVER (PARTITION BY is_new, is_governed, field)
      END)::int AS rows FROM cells)`
}

/**
 * Page of rows. Rows with governed changes come first, rarest first, then rows with a field that few others change: no
 * order or number of other rows hides the one that matters.
 */
export async function listRankedRows(
  db: Reader,
  table: TableDeclaration,
  rows: Rows,
  { field, limit, offset }: { field?: string | undefined; limit: number; offset: number },
): Promise<{ items: RankedRow[]; total: number }> {
  const ofField = field === undefined ? sql`true` : sql`r.changes ? ${field}`
  const { rows: found } = await sql<RankedRow & { total: number }>`
    WITH ${rankedCells(table, rows)},
      ranks AS (SELECT row_no,
        CASE WHEN bool_or(is_governed AND NOT is_new) THEN 0 WHEN bool_or(is_governed) THEN 1 ELSE 2 END AS class,
        min(rows) FILTER (WHERE is_governed) AS same, min(rows) AS rarity FROM counted GROUP BY row_no),
      page AS (SELECT r.*, k.class, k.same, k.rarity, count(*) OVER () AS total FROM r LEFT JOIN ranks k USING (row_no)
        WHERE ${ofField}
        ORDER BY k.class NULLS LAST, k.same NULLS LAST, k.rarity NULLS LAST, r.row_no LIMIT ${limit} OFFSET ${offset})
    SELECT p.key, p.name, p.is_new, p.total::int AS total, coalesce((
        SELECT jsonb_agg(jsonb_build_object('field', c.field, 'from', c.before, 'to', c.after,
          'is_governed', c.is_governed, 'rows', c.rows) ORDER BY c.is_governed DESC, c.rows, c.field)
        FROM counted c WHERE c.row_no = p.row_no), '[]') AS changes
    FROM page p ORDER BY p.class NULLS LAST, p.same NULLS LAST, p.rarity NULLS LAST, p.row_no`.execute(db)
  return { items: found.map(({ total: _, ...row }) => row), total: found[0]?.total ?? 0 }
}

export type FieldCount = { field: string; is_governed: boolean; rows: number }

/** Number of changed rows by field, governed ones first, and the number of new rows. */
export async function countByField(db: Reader, table: TableDeclaration, rows: Rows) {
  const { rows: found } = await sql<{ fields: FieldCount[]; new_rows: number }>`
    WITH ${rankedCells(table, rows)},
      fields AS (SELECT field, bool_or(is_governed) AS is_governed, count(*)::int AS rows FROM counted
        WHERE NOT is_new GROUP BY field)
    SELECT coalesce((SELECT jsonb_agg(f ORDER BY is_governed DESC, rows, field) FROM fields f), '[]') AS fields,
      (SELECT count(*)::int FROM r WHERE is_new) AS new_rows`.execute(db)
  return onlyRow(found)
}
