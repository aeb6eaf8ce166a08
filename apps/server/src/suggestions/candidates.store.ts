import { keyFields, type Reference, type TableDeclaration } from '@backoffice/contract/table'
import { sql } from 'kysely'
import type { Tx } from '../db/client.ts'
import { isReferable, referencedTable } from '../resources/lookup-tables/referenced-tables.ts'
import type { Values } from '../resources/lookup-tables/table-values.ts'

/** Above this number of codes the nearest one would say little. */
const MAX_CODES = 10_000

type Scope = readonly (readonly [field: string, value: string])[]

/** Codes that can fill a field of a row, each list read once. */
export class Candidates {
  readonly #tx: Tx
  readonly #today: string
  readonly #lists = new Map<string, Promise<readonly string[]>>()

  constructor(tx: Tx, today: string) {
    this.#tx = tx
    this.#today = today
  }

  /** Codes in force that the row can refer to. */
  referable(reference: Reference, row: Values): Promise<readonly string[]> {
    const { table, code } = referencedTable(reference.table)
    const scope = (reference.within ?? []).map((field) => [field, row[field] ?? ''] as const)
    return this.#list(table, code, scope, sql`${isReferable('r', reference, this.#today)}`)
  }

  /** Values of a key field in the table, in rows with the other keys of this one. */
  existing(table: TableDeclaration, field: string, row: Values): Promise<readonly string[]> {
    const others = keyFields(table).filter((name) => name !== field)
    const scope = others.map((name) => [name, row[name] ?? ''] as const)
    return this.#list(table.name, field, scope, sql`r.deleted_at IS NULL`)
  }

  #list(table: string, column: string, scope: Scope, condition: ReturnType<typeof sql>) {
    const key = JSON.stringify([table, column, scope])
    const known = this.#lists.get(key) ?? this.#read(table, column, scope, condition)
    this.#lists.set(key, known)
    return known
  }

  async #read(table: string, column: string, scope: Scope, condition: ReturnType<typeof sql>) {
    const conditions = [condition, ...scope.map(([field, value]) => sql`${sql.ref(`r.${field}`)} = ${value}`)]
    const { rows } = await sql<{ code: string }>`
      SELECT DISTINCT ${sql.ref(`r.${column}`)} AS code FROM ${sql.table(table)} r
      WHERE ${sql.join(conditions, sql` AND `)} LIMIT ${MAX_CODES + 1}`.execute(this.#tx)
    return rows.length > MAX_CODES ? [] : rows.map(({ code }) => code)
  }
}
