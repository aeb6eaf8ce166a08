import type pg from 'pg'

const ledgerErrors = new WeakSet<object>()

/** True for an error of a connection to a separate ledger. */
export const isLedgerError = (error: unknown): boolean => error instanceof Error && ledgerErrors.has(error)

/** Marks the errors of a pool, so that callers can tell an outage of the ledger from one of the main database. */
export function markAsLedger(pool: pg.Pool): void {
  const connect = pool.connect.bind(pool) as (...args: unknown[]) => unknown
  pool.connect = ((...args: unknown[]) => marked(connect(...args))) as typeof pool.connect
  pool.on('connect', (client) => {
    // The overloads of the driver differ only in their return type.
    const query = client.query.bind(client) as (...args: unknown[]) => unknown
    client.query = ((...args: unknown[]) => marked(query(...args))) as typeof client.query
  })
}

const marked = (result: unknown) => (result instanceof Promise ? result.catch(mark) : result)

function mark(error: unknown): never {
  if (error instanceof Error) ledgerErrors.add(error)
  throw error
}
