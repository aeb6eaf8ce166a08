import pg from 'pg'
import { afterAll, beforeAll } from 'vitest'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

/** A database for the tests of one file, and connections as the owner of its tables and of those of its ledger. */
export function useTestDatabase(): {
  readonly client: pg.Client
  readonly ledger: pg.Client
  readonly url: string
  readonly ledgerUrl: string
} {
  let database: TestDatabase
  let client: pg.Client
  let ledger: pg.Client
  beforeAll(async () => {
    database = await createTestDatabase()
    client = new pg.Client({ connectionString: database.url })
    await client.connect()
    ledger = client
    if (database.ledgerUrl === database.url) return
    ledger = new pg.Client({ connectionString: database.ledgerUrl })
    await ledger.connect()
  })
  afterAll(async () => {
    if (ledger !== client) await ledger.end()
    await client.end()
    await database.drop()
  })
  return {
    get client() {
      return client
    },
    get ledger() {
      return ledger
    },
    get url() {
      return database.url
    },
    get ledgerUrl() {
      return database.ledgerUrl
    },
  }
}
