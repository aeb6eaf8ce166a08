import { expect, test } from 'vitest'
import { useTestDatabase } from '../testing/use-test-database.ts'
import { requireServerVersion } from './migrate.ts'

const database = useTestDatabase()
const server = (version: string) => ({ query: async () => ({ rows: [{ version }] }) })

test.each(['14.22', '14.5 (Debian 14.5-1.pgdg110+1)', '9.6.24'])(
  'rejects %s and names it',
  async (version) => {
    await expect(requireServerVersion(server(version))).rejects.toThrow(
      `The database is PostgreSQL ${version}: Backoffice needs PostgreSQL 15 or later.`,
    )
  },
)

test('names the variable of the ledger', async () => {
  await expect(requireServerVersion(server('14.22'), 'LEDGER_DATABASE')).rejects.toThrow(
    /or set LEDGER_DATABASE_URL to another/,
  )
})

test.each(['15.0', '18.4', '19beta1'])('accepts %s', async (version) => {
  await expect(requireServerVersion(server(version))).resolves.toBeUndefined()
})

test('reads the version of a real server', async () => {
  await expect(requireServerVersion(database.client)).resolves.toBeUndefined()
})
