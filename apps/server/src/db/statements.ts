import { Stream, type Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { maskCardNumbers } from '@backoffice/contract/card-number'
import { type Compilable, CompiledQuery } from 'kysely'
import type pg from 'pg'
import { currentCall, type Span } from '../telemetry/call-context.ts'
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

type Query = (statement: unknown, ...rest: unknown[]) => unknown

const MAX_TEXT = 1_000

/**
 * Prefixes each statement with the id of its call, for pg_stat_activity, and traces it. If it `mayPrepare`, marked
 * reads are sent under a name instead, whose text cannot differ between calls.
 */
export function commentStatements(pool: pg.Pool, { mayPrepare }: { mayPrepare: boolean }): void {
  pool.on('connect', (client) => {
    // The overloads of the driver differ only in their return type.
    const query = client.query.bind(client) as Query
    const findPrepared = mayPrepare ? preparedSender(client) : () => undefined
    client.query = ((statement, ...rest) => {
      const call = currentCall()
      const text = textOf(statement)
      const prepared = hasCallback(rest) ? undefined : findPrepared(statement)
      const run = (...others: unknown[]) => {
        if (prepared) return prepared(text, others[0])
        return query(call ? withComment(statement, `/* request ${call.requestId} */ `) : statement, ...others)
      }
      return call?.span ? traced(call.span, text, run, rest) : run(...rest)
    }) as Query as typeof client.query
  })
}

/** The pool itself passes a callback; others use the promise. */
const hasCallback = (rest: readonly unknown[]) => typeof rest.at(-1) === 'function'

function textOf(statement: unknown): string {
  if (typeof statement === 'string') return statement
  return hasText(statement) ? statement.text : 'COPY'
}

function withComment(statement: unknown, comment: string): unknown {
  if (typeof statement === 'string') return comment + statement
  if (!hasText(statement) || 'name' in statement) return statement
  if (!('submit' in statement)) return { ...statement, text: comment + statement.text }
  // A pg-copy-streams stream is used once.
  statement.text = comment + statement.text
  return statement
}

const hasText = (statement: unknown): statement is { text: string } =>
  typeof statement === 'object' &&
  statement !== null &&
  'text' in statement &&
  typeof statement.text === 'string'

/** Traces a statement without its parameter values. */
function traced(parent: Span, text: string, run: (...rest: unknown[]) => unknown, rest: unknown[]): unknown {
  const operation = /^(?:\/\*.*?\*\/)?\s*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? 'SQL'
  const span = parent.child(operation, 'client', {
    'db.system.name': 'postgresql',
    'db.operation.name': operation,
    'db.query.text': maskCardNumbers(text).slice(0, MAX_TEXT),
  })
  const callback = rest.at(-1)
  if (typeof callback === 'function')
    return run(...rest.slice(0, -1), (error: unknown, result: unknown) => {
      span.end(error ? { error } : {})
      callback(error, result)
    })
  const result = run(...rest)
  endOf(result).then(
    () => span.end(),
    (error: unknown) => span.end({ error }),
  )
  return result
}

async function endOf(result: unknown): Promise<unknown> {
  if (result instanceof Stream) return finished(result as Writable)
  return hasEnd(result) ? result.ended : result
}

const hasEnd = (result: unknown): result is { ended: Promise<void> } =>
  typeof result === 'object' && result !== null && 'ended' in result
