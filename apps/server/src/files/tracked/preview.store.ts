import type { PreviewRow } from '@backoffice/contract/files'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Reader } from '../../db/client.ts'
import { isStaged } from '../staging/is-staged.ts'
import { stagingTable } from '../staging/staging.ts'

const OUTCOME_LETTERS = { new: 'N', changed: 'C', unchanged: 'U', rejected: 'R' } as const

type PreviewFilter = {
  outcome: PreviewRow['outcome']
  /** Limits changed rows to changes of these fields. */
  fields?: readonly string[] | undefined
}

type StagedRow = Omit<PreviewRow, 'outcome' | 'row_number' | 'line_number' | 'changes'> & {
  row_no: number
  line_no: number
  changes: Record<string, readonly [string | null, string | null]>
}

/** Null if the file has no staged rows, or no longer has them. */
export async function countPreview(db: Reader, filekey: string, filter: PreviewFilter) {
  if (!(await isStaged(db, stagingTable(filekey)))) return null
  const { rows } = await sql<{ total: number }>`
    SELECT count(*)::int AS total FROM ${table(filekey)} WHERE ${matching(filter)}`.execute(db)
  return rows[0]?.total ?? 0
}

/** `after` and `before`: exclusive row numbers. Always in row order. */
export async function listPreview(
  db: Reader,
  filekey: string,
  filter: PreviewFilter,
  { after, before, offset, limit }: { after?: number; before?: number; offset: number; limit: number },
): Promise<PreviewRow[]> {
  const bound =
    before !== undefined
      ? sql`AND row_no < ${before}`
      : after !== undefined
        ? sql`AND row_no > ${after}`
        : sql``
  const direction = before === undefined ? sql`ASC` : sql`DESC`
  const { rows } = await sql<StagedRow>`
    SELECT row_no, line_no, key, name, id, changes, errors FROM ${table(filekey)}
    WHERE ${matching(filter)} ${bound}
    ORDER BY row_no ${direction} LIMIT ${limit} OFFSET ${offset}`.execute(db)
  if (before !== undefined) rows.reverse()
  return rows.map(({ row_no, line_no, changes, ...row }) => ({
    ...row,
    row_number: row_no,
    line_number: line_no,
    outcome: filter.outcome,
    changes: Object.entries(changes).map(([field, [from, to]]) => ({ field, from, to })),
  }))
}

const table = (filekey: string) => sql.table(stagingTable(filekey))

function matching({ outcome, fields }: PreviewFilter): RawBuilder<SqlBool> {
  const byField = fields ? sql`AND changes ?| ${[...fields]}::text[]` : sql``
  return sql`outcome = ${OUTCOME_LETTERS[outcome]} ${byField}`
}
