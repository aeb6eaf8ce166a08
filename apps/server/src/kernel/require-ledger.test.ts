import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { connectClient, createPool } from '../db/client.ts'
import { installLedger } from '../ops/install/install-system.ts'
import { startDatabaseProxy } from '../testing/database-proxy.ts'
import { createBareDatabase, createTestDatabase } from '../testing/test-database.ts'
import { requireLedger } from './require-ledger.ts'

// An installation takes seconds on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let main: { url: string; drop: () => Promise<void> }
let apart: Awaited<ReturnType<typeof createBareDatabase>>
beforeAll(async () => {
  main = await createTestDatabase()
  apart = await createBareDatabase()
  await installLedger({ url: apart.url, directUrl: apart.url, ownerUrl: apart.url })
})
afterAll(async () => {
  await apart.drop()
  await main.drop()
})

async function requireAt(ledgerUrl: string) {
  const pools = [createPool(main.url, { max: 1 }), createPool(ledgerUrl, { max: 1 })] as const
  await requireLedger(...pools).finally(() => Promise.all(pools.map((pool) => pool.end())))
}

test('accepts another database of the same server, without identities', async () => {
  await requireAt(apart.url)
})

test('refuses the main database, also by another address', async () => {
  const proxy = await startDatabaseProxy(main.url)
  onTestFinished(() => proxy.stop())
  for (const url of [main.url, proxy.url])
    await expect(requireAt(url)).rejects.toThrow(
      'LEDGER_DATABASE_URL leads to the database of DATABASE_URL. Remove it',
    )
})

test('waits for a ledger of the former release, and names the variable of wrong rights', async () => {
  const client = await connectClient(apart.url)
  onTestFinished(() => client.end())
  await client.query(`DELETE FROM migrations WHERE name = '074-ledger.sql'`)
  await expect(requireAt(apart.url)).rejects.toMatchObject({
    message: 'it is older than this release and lacks 074-ledger.sql: run npm run migrate',
    mayPass: true,
  })
  await client.query(`INSERT INTO migrations (name) VALUES ('074-ledger.sql')`)
  await expect(requireAt(`${apart.url}?options=-c%20statement_timeout=5000`)).rejects.toThrow(
    'Connections of LEDGER_DATABASE_URL work as postgres',
  )
})
