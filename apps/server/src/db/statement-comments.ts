import { Stream, type Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { maskCardNumbers } from '@backoffice/contract/card-number'
import type pg from 'pg'
import { currentCall, type Span } from '../telemetry/call-context.ts'
import { preparedSender } from './prepared-statements.ts'

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
