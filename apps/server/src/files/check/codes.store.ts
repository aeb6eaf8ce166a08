import { keyFields, type Reference, type TableDeclaration } from '@backoffice/contract/table'
import { tableOf } from '@backoffice/contract/tables/tables'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Reader, Tx } from '../../db/client.ts'
import { isReferable, referencedTable } from '../../features/lookup-tables/referenced-tables.ts'
import type { Values } from '../../features/lookup-tables/table-values.ts'

/** Column of a table with the codes of a field. */
export type CodeColumn = {
  table: string
  code: string
  /** Fields that the row with the code shares with the row of the field. */
  scope: readonly string[]
  /** Absent for the own table. */
  reference?: Reference
}

/** Fields whose codes are in a table. The codes of the key are in the own table, those of references in others. */
export function codeColumns(table: TableDeclaration): Map<string, CodeColumn> {
  return new Map(
    Object.entries(table.fields).flatMap(([field, { type, key, reference }]): [string, CodeColumn][] => {
      if (reference)
        return [[field, { ...referencedTable(reference.table), scope: reference.within ?? [], reference }]]
      const scope = keyFields(table).filter((name) => name !== field)
      return type === 'code' && key ? [[field, { table: table.name, code: field, scope }]] : []
    }),
  )
}

/** True for rows of the column’s table, alias `t`, whose code the field can have; `today` is the day in Manila. */
export function isPossible({ reference }: CodeColumn, today: string): RawBuilder<SqlBool> {
  return reference ? isReferable('t', reference, today) : sql<SqlBool>`t.deleted_at IS NULL`
}

/** Values of the fields that the row of a code shares, in the order of the scope. */
export const scopeOf = ({ scope }: CodeColumn, row: Values) => scope.map((name) => row[name] ?? '')

/** A code and the values of its scope. */
export type CodeKey = readonly [code: string, ...scope: string[]]

export const codeKeyText = (key: CodeKey) => key.join('\u001f')

/** Keys that exist and that the field can have, as `codeKeyText`. */
export async function findPossibleCodes(
  db: Reader,
  column: CodeColumn,
  keys: readonly CodeKey[],
  today: string,
): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  const names = [column.code, ...column.scope]
  const columns = sql.join(names.map((name) => sql.ref(`t.${name}`)))
  const lists = names.map((_, index) => sql`${keys.map((key) => key[index])}::text[]`)
  const { rows } = await sql<{ found: [string, ...string[]] }>`
    SELECT ARRAY[${columns}]::text[] AS found FROM ${sql.table(column.table)} t
    WHERE (${columns}) IN (SELECT * FROM unnest(${sql.join(lists)})) AND ${isPossible(column, today)}`.execute(
    db,
  )
  return new Set(rows.map(({ found }) => codeKeyText(found)))
}

/** Codes of a category that exist in any state and scope, by field. */
export async function findCodesByField(
  db: Reader,
  category: string,
  codes: readonly string[],
): Promise<Map<string, Set<string>>> {
  const declared = tableOf(category)
  const found = new Map<string, Set<string>>()
  for (const [field, { table, code }] of declared && codes.length > 0 ? codeColumns(declared) : []) {
    const column = sql.ref(`t.${code}`)
    const { rows } = await sql<{ code: string }>`SELECT DISTINCT ${column} AS code FROM ${sql.table(table)} t
      WHERE t.deleted_at IS NULL AND ${column} = ANY(${codes}::text[])`.execute(db)
    found.set(field, new Set(rows.map((row) => row.code)))
  }
  return found
}

/** Above this number of codes, the nearest one is too often a wrong one. */
const MAX_CODES = 10_000

/** Codes that can fill a field of a row, each list read once. */
export class Candidates {
  readonly #tx: Tx
  readonly #today: string
  readonly #lists = new Map<string, Promise<readonly string[]>>()

  constructor(tx: Tx, today: string) {
    this.#tx = tx
    this.#today = today
  }

  /** Codes of the column in the scope of the row. */
  of(column: CodeColumn, row: Values): Promise<readonly string[]> {
    const scope = scopeOf(column, row)
    const key = JSON.stringify([column, scope])
    const known = this.#lists.get(key) ?? this.#read(column, scope)
    this.#lists.set(key, known)
    return known
  }

  async #read(column: CodeColumn, scope: readonly string[]): Promise<readonly string[]> {
    const conditions = [
      isPossible(column, this.#today),
      ...column.scope.map((name, index) => sql`${sql.ref(`t.${name}`)} = ${scope[index]}`),
    ]
    const { rows } = await sql<{ code: string }>`
      SELECT DISTINCT ${sql.ref(`t.${column.code}`)} AS code FROM ${sql.table(column.table)} t
      WHERE ${sql.join(conditions, sql` AND `)} LIMIT ${MAX_CODES + 1}`.execute(this.#tx)
    return rows.length > MAX_CODES ? [] : rows.map(({ code }) => code)
  }
}
