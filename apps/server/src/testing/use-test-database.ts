import pg from 'pg'
import { afterAll, beforeAll } from 'vitest'
import { createTestDatabase } from './test-database.ts'

/** A database for the tests of one file, and a connection as the owner of its tables. */
export function useTestDatabase(): { readonly client: pg.Client; readonly url: string } {
  let database: Awaited<ReturnType<typeof createTestDatabase>>
  let client: pg.Client
  beforeAll(async () => {
    database = await createTestDatabase()
    client = new pg.Client({ connectionString: database.url })
    await client.connect()
  })
  afterAll(async () => {
    await client.end()
    await database.drop()
  })
  return {
    get client() {
      return client
    },
    get url() {
      return database.url
    },
  }
}
