import { type Compilable, CompiledQuery } from 'kysely'
import type { Reader } from './client.ts'
import { markPrepared } from './prepared-statements.ts'

/** Stands for the id in the compiled statement. */
const ID = 'id of a prepared read'

/**
 * A read of one row by its id. Compiled once, then sent under its name. Only for statements whose best plan is the same
 * for every id; `name` must be unique to the statement, and `build` depend on nothing but the id.
 */
export function preparedRead<Row>(name: string, build: (db: Reader, id: string) => Compilable<Row>) {
  let compiled: { text: string; values: readonly unknown[] } | undefined
  return async (db: Reader, id = ''): Promise<Row | undefined> => {
    compiled ??= compile(db)
    const values = compiled.values.map((value) => (value === ID ? id : value))
    const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(compiled.text, values))
    return rows[0]
  }

  function compile(db: Reader) {
    const { sql, parameters } = build(db, ID).compile()
    return { text: markPrepared(name, sql), values: parameters }
  }
}
