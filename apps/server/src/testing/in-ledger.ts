import type pg from 'pg'
import { connectClient } from '../db/client.ts'

/** Runs a statement as the owner of the ledger's tables. */
export async function inLedger<Row extends pg.QueryResultRow>(
  { ledgerUrl }: { ledgerUrl: string },
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const client = await connectClient(ledgerUrl)
  try {
    return (await client.query<Row>(text, [...values])).rows
  } finally {
    await client.end()
  }
}
