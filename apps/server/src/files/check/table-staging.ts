import { type RangeRule, type TableDeclaration, unmaskedColumns } from '@backoffice/contract/table'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import { stagingTable } from '../../db/staging-table.ts'
import { FIELD_SQL } from '../../features/lookup-tables/field-types.ts'
import type { Values } from '../../features/lookup-tables/table-values.ts'
import { templateFields } from '../csv/guarded-cell.ts'

export type CellProblem = { column: string; code: string; message: string; value: string }

/** N new, C changed, U unchanged, R rejected. */
export type StagedOutcome = 'N' | 'C' | 'U' | 'R'

export type StagedRow = {
  row_no: number
  line_no: number
  outcome: StagedOutcome
  /** Id of the compared record; null for a new row. */
  id: string | null
  version: number | null
  key: string
  name: string
  /** The record after the import. */
  value: Values
  /** Values before and after by field, with card numbers masked. */
  changes: Record<string, readonly [string | null, string | null]>
  errors: CellProblem[]
  warnings: CellProblem[]
  /** Original cells of the file. */
  cells: string[]
}

export const staged = (filekey: string) => sql.table(stagingTable(filekey))

/** True for staged rows `s` whose record was deleted, and comes back. */
export const isBroughtBack = sql<boolean>`s.changes ? 'deleted'`

export async function createStaging(tx: Tx, filekey: string): Promise<void> {
  await sql`DROP TABLE IF EXISTS ${staged(filekey)}`.execute(tx)
  await sql`CREATE TABLE ${staged(filekey)} (
    row_no int NOT NULL, line_no int NOT NULL, outcome "char" NOT NULL, id uuid, version int, key text NOT NULL,
    name text NOT NULL, value jsonb NOT NULL, changes jsonb NOT NULL, errors jsonb NOT NULL, warnings jsonb NOT NULL,
    cells jsonb NOT NULL)`.execute(tx)
}

export async function insertStaged(tx: Tx, filekey: string, rows: readonly StagedRow[]): Promise<void> {
  await sql`INSERT INTO ${staged(filekey)}
    SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r(row_no int, line_no int, outcome "char",
      id uuid, version int, key text, name text, value jsonb, changes jsonb, errors jsonb, warnings jsonb, cells jsonb)
    `.execute(tx)
}

/** Indexes the staged rows after the last one, for the preview and for applying. */
export async function indexStaging(tx: Tx, filekey: string): Promise<void> {
  await sql`CREATE UNIQUE INDEX ON ${staged(filekey)} (row_no)`.execute(tx)
  await sql`CREATE INDEX ON ${staged(filekey)} (outcome, row_no)`.execute(tx)
  await sql`CREATE INDEX ON ${staged(filekey)} (id)`.execute(tx)
  await sql`ANALYZE ${staged(filekey)}`.execute(tx)
}

export type Rejection = { row_no: number; problem: CellProblem }

export async function rejectStaged(tx: Tx, filekey: string, rejections: readonly Rejection[]): Promise<void> {
  if (rejections.length === 0) return
  await sql`UPDATE ${staged(filekey)} s SET outcome = 'R', errors = s.errors || r.problem
    FROM jsonb_to_recordset(${JSON.stringify(rejections)}::jsonb) AS r(row_no int, problem jsonb)
    WHERE s.row_no = r.row_no`.execute(tx)
}

/** Yields rows in order, holding one batch at a time. */
export async function* stagedRows<Row extends { row_no: number }>(
  tx: Tx,
  filekey: string,
  columns: readonly (keyof StagedRow)[],
  batchRows: number,
): AsyncGenerator<Row[]> {
  let after = 0
  for (;;) {
    const { rows } =
      await sql<Row>`SELECT ${sql.join([...new Set(['row_no', ...columns])].map((name) => sql.ref(name)))}
      FROM ${staged(filekey)} WHERE row_no > ${after} ORDER BY row_no LIMIT ${batchRows}`.execute(tx)
    const last = rows.at(-1)
    if (!last) return
    yield rows
    after = last.row_no
  }
}

/** Staged values as columns with the table's types, for `INSERT … SELECT` and `UPDATE … FROM`. */
export function stagedColumns(table: TableDeclaration) {
  return [...templateFields(table)].map(([name, { type }]) => {
    const text = sql`s.value->>${sql.lit(name)}`
    const form = FIELD_SQL[type]
    return { name, value: form ? sql`(${text})::${form.cast}` : text }
  })
}

/** SQL of a declared table. Names come only from declarations, never from a file or a call. */

export function tableOf({ name }: TableDeclaration): RawBuilder<unknown> {
  return sql.table(name)
}

/** Writable values of a row as JSON texts, by template column. */
export function valuesOf(table: TableDeclaration, alias: string): RawBuilder<Record<string, string | null>> {
  const pairs = unmaskedColumns(table).map(
    (name) => sql`${sql.lit(name)}, ${sql.ref(`${alias}.${name}`)}::text`,
  )
  return sql`jsonb_build_object(${sql.join(pairs)})`
}

/** Padded bounds of a range, which compare as text. `value` returns a field’s expression. */
export function boundsOf({ from, to, digits }: RangeRule, value: (field: string) => RawBuilder<unknown>) {
  return {
    low: sql<string>`rpad(${value(from)}, ${sql.lit(digits)}, '0')`,
    high: sql<string>`rpad(${value(to)}, ${sql.lit(digits)}, '9')`,
  }
}
