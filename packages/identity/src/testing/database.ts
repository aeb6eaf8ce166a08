import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { migrateIdentity } from '../store/migrate.ts'

export type TestDatabase = {
  /** Uses a role with the provider's rights in production: data, no DDL. */
  pool: pg.Pool
  /** Uses the server's administrator. */
  admin: pg.Pool
  role: string
  drop: () => Promise<void>
}

/** Creates a migrated database and its role on the server of TEST_POSTGRES_URL. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const serverUrl = process.env.TEST_POSTGRES_URL
  if (!serverUrl) throw new Error('TEST_POSTGRES_URL is not set')
  const name = `identity_test_${randomBytes(6).toString('hex')}`
  await onServer(serverUrl, [`create role ${name} login password '${name}'`, `create database ${name}`])

  const adminUrl = new URL(serverUrl)
  adminUrl.pathname = name
  const applicationUrl = new URL(adminUrl)
  applicationUrl.username = name
  applicationUrl.password = name
  const admin = new pg.Pool({ connectionString: adminUrl.href, max: 1 })
  const pool = new pg.Pool({ connectionString: applicationUrl.href, max: 8 })
  const client = await admin.connect()
  await migrateIdentity(client, { applicationRole: name }).finally(() => client.release())

  return {
    pool,
    admin,
    role: name,
    async drop() {
      await Promise.all([pool.end(), admin.end()])
      // Without FORCE, which would break connections that are still closing, and they would report errors here.
      await onServer(serverUrl, [`drop database ${name}`, `drop role ${name}`])
    },
  }
}

async function onServer(url: string, statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}
