import type { ImportPreview } from '@backoffice/contract/files'
import type { ImportLayout } from '@backoffice/contract/import-layout'
import { sql } from 'kysely'
import { onlyRow, type Tx } from '../../db/client.ts'
import { staged } from './table-staging.ts'

/** Figures of the staged rows. */
export async function summarize(
  tx: Tx,
  filekey: string,
  { movedBy = [], ranges = [] }: ImportLayout,
  comparedAt: Date,
): Promise<{ preview: ImportPreview; counts: { valid: number; warning: number; error: number } }> {
  const outcomes = await sql<{
    new: number
    changed: number
    unchanged: number
    rejected: number
    moved: number
    tidied: number
  }>`
    SELECT count(*) FILTER (WHERE outcome = 'N')::int AS new, count(*) FILTER (WHERE outcome = 'C')::int AS changed,
      count(*) FILTER (WHERE outcome = 'U')::int AS unchanged,
      count(*) FILTER (WHERE outcome = 'R')::int AS rejected,
      count(*) FILTER (WHERE outcome = 'C' AND changes ?| ${movedBy}::text[])::int AS moved,
      count(*) FILTER (WHERE warnings <> '[]')::int AS tidied
    FROM ${staged(filekey)}`.execute(tx)
  const figures = onlyRow(outcomes.rows)
  // A range counts once, as its lower end.
  const ends = Object.fromEntries(ranges.map(({ from, to }) => [to, from]))
  const by_field = await sql<{ field: string; count: number }>`
    SELECT field, count(*)::int AS count FROM (
      SELECT DISTINCT row_no, coalesce(${JSON.stringify(ends)}::jsonb->>changed.field, changed.field) AS field
      FROM ${staged(filekey)}, jsonb_object_keys(changes) AS changed(field) WHERE outcome = 'C'
    ) fields GROUP BY field ORDER BY count DESC, field`.execute(tx)
  const by_code = await sql<{ code: string; count: number }>`
    SELECT code, count(DISTINCT row_no)::int AS count FROM (
      SELECT row_no, error->>'code' AS code FROM ${staged(filekey)}, jsonb_array_elements(errors) AS error
      WHERE outcome = 'R'
    ) rejected GROUP BY code ORDER BY count DESC, code`.execute(tx)
  const { new: added, changed, unchanged, rejected, tidied } = figures
  return {
    preview: {
      ...figures,
      compared_at: comparedAt.toISOString(),
      by_field: by_field.rows,
      by_code: by_code.rows,
      written: null,
    },
    counts: { valid: added + changed + unchanged, warning: tidied, error: rejected },
  }
}
