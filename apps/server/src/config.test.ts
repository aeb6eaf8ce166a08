import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

const DATABASE_URL = 'postgres://user@127.0.0.1:5432/backoffice'

test('an empty environment but for the database is enough', () => {
  expect(readConfig({ DATABASE_URL })).toMatchObject({
    databaseUrl: DATABASE_URL,
    databaseOwnerUrl: DATABASE_URL,
    host: '127.0.0.1',
    port: 3000,
    files: { maxBytes: 104_857_600, maxRows: 1_000_000, uploadsAtOnce: 5, linkSeconds: 900 },
  })
})

test('every bad variable is named, all at once', () => {
  const bad = { DATABASE_URL: 'mysql://x', PORT: '70000', LOG_LEVEL: 'loud', INQUIRY_MAX_ROWS: 'many' }
  for (const name of Object.keys(bad)) expect(() => readConfig(bad)).toThrow(`${name}:`)
})

test('an address that others can reach is refused while the demo accounts exist', () => {
  expect(() => readConfig({ DATABASE_URL, HOST: '0.0.0.0' })).toThrow(
    'HOST: 0.0.0.0 is not a loopback address',
  )
})
