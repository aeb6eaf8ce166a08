import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import type { Values } from '../../features/lookup-tables/table-values.ts'
import { type CodeColumn, isPossible, scopeOf } from './existing-codes.store.ts'

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
      ...column.scope.map((name, at) => sql`${sql.ref(`t.${name}`)} = ${scope[at]}`),
    ]
    const { rows } = await sql<{ code: string }>`
      SELECT DISTINCT ${sql.ref(`t.${column.code}`)} AS code FROM ${sql.table(column.table)} t
      WHERE ${sql.join(conditions, sql` AND `)} LIMIT ${MAX_CODES + 1}`.execute(this.#tx)
    return rows.length > MAX_CODES ? [] : rows.map(({ code }) => code)
  }
}
