import { type Compilable, CompiledQuery } from 'kysely'
import type pg from 'pg'
import type { Reader } from './client.ts'

const MARK = /^\/\* read ([\w-]+) \*\/ /

/** Marks a text to be sent under a name, which must belong to this text alone. */
export const markPrepared = (name: string, text: string) => `/* read ${name} */ ${text}`

type Send = (text: string, values: unknown) => Promise<pg.QueryResult>

/**
 * Returns a function that finds how to send a marked text under its name, so that the server parses and plans it once
 * per connection. Undefined for other statements, and in a transaction, where it could not be repeated.
 */
export function preparedSender(client: pg.PoolClient): (statement: unknown) => Send | undefined {
  const query = client.query.bind(client)
  let generation = 1
  return (statement) => {
    const name = typeof statement === 'string' && MARK.exec(statement)?.[1]
    if (!name || client.getTransactionStatus() !== 'I') return undefined
    return async (text, values) => {
      const send = () => query({ name: `${name} ${generation}`, text, values: values as unknown[] })
      try {
        return await send()
      } catch (error) {
        if (!hasStalePlan(error)) throw error
        // Neither driver nor server forgets a name, so all statements of the connection get new ones.
        generation++
        return send()
      }
    }
  }
}

/** PostgreSQL's "cached plan must not change result type": a migration has changed a column. */
function hasStalePlan(error: unknown): boolean {
  return error instanceof Error && 'routine' in error && error.routine === 'RevalidateCachedQuery'
}

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
