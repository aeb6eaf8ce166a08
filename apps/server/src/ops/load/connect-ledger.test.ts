import { expect, test } from 'vitest'
import { connectClient, createDatabase, createPool } from '../../db/client.ts'
import { createLedger } from '../../db/ledger.ts'
import { copySums } from '../../jobs/copy-sums.ts'
import { useTestDatabase } from '../../testing/use-test-database.ts'
import { connectLedger, ownerUrls } from './owner-connections.ts'

const database = useTestDatabase()

test('accepts the ledger of the system', async () => {
  const ledger = await connectLedger(database.client, database)
  expect(ledger === database.client).toBe(database.ledgerUrl === database.url)
  if (ledger !== database.client) await ledger.end()
})

test('refuses the main database while its ledger is elsewhere, until a worker has seen that it is back', async () => {
  const main = await connectClient(database.url)
  const urls = { url: database.url, ledgerUrl: database.url }
  await main.query(`UPDATE ledger_readers SET version = 1 WHERE name = 'sums'`)
  await expect(connectLedger(main, urls)).rejects.toThrow('set LEDGER_DATABASE_URL')
  const pool = createPool(database.url, { max: 1 })
  const db = createDatabase(pool)
  await copySums({ db, ledger: createLedger({ db, pool }, null) })
  expect(await connectLedger(main, urls)).toBe(main)
  await db.destroy()
  await main.end()
})

test('refuses the main database by another address, and addresses that only some processes would know', async () => {
  const ledgerUrl = `${database.url}?application_name=x`
  await expect(connectLedger(database.client, { url: database.url, ledgerUrl })).rejects.toThrow(
    'LEDGER_DATABASE_URL leads to the database of DATABASE_URL',
  )
  await expect(ownerUrls({ DATABASE_URL: 'x', LEDGER_DATABASE_OWNER_URL: 'y' })).rejects.toThrow(
    'Set LEDGER_DATABASE_URL:',
  )
})
