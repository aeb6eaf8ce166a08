import type { ClientBase } from 'pg'

export type LoadDemoCards = {
  /** A connection of the owner's, outside any transaction: ends with VACUUM. */
  client: ClientBase
  /** How many; transactions are five times as many. */
  cards: number
  /** YYYY-MM-DD: the last business date with transactions. */
  asOf: string
  seed?: number
  onProgress?: (step: string, done: number, total: number) => void
}

/** Fills cards and transactions, the same for the same day and seed. Expects both tables empty. */
export async function loadDemoCards(_input: LoadDemoCards): Promise<{ cards: number; transactions: number }> {
  throw new Error('not built yet')
}
