import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { TABLES } from '@backoffice/contract/tables/tables'
import { expect, test } from 'vitest'
import { objectKey } from '../adapters/storage/object-keys.ts'
import { createEmptyDatabase } from '../testing/test-database.ts'
import { connectClient } from './client.ts'

const page = await readFile(join(import.meta.dirname, '../../../../docs/retention.md'), 'utf8')
/** Names in the first column of the table under a heading of the page. */
const namesUnder = (heading: string) => {
  const section = page.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? ''
  return [...section.matchAll(/^\| (every lookup table|`[^|]+`) \|/gm)].flatMap(([, cell = '']) =>
    cell.startsWith('`') ? cell.slice(1, -1).split('`, `') : TABLES.map(({ name }) => `public.${name}`),
  )
}

const named = namesUnder('Tables')
const matches = (pattern: string, name: string) =>
  pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern

test('every table has a retention period and every period a table', async () => {
  const database = await createEmptyDatabase()
  const client = await connectClient(database.url)
  const { rows } = await client.query<{ name: string }>(
    `SELECT schemaname || '.' || tablename AS name FROM pg_tables
     WHERE schemaname NOT IN ('pg_catalog', 'information_schema') ORDER BY 1`,
  )
  await client.end()
  await database.drop()
  const tables = rows.map(({ name }) => name)
  // Add a new table to docs/retention.md, with the job that removes due rows.
  expect(tables.filter((table) => !named.some((pattern) => matches(pattern, table)))).toEqual([])
  const isFixed = (name: string) => !name.endsWith('*')
  expect(named.filter(isFixed).filter((name) => !tables.includes(name))).toEqual([])
  expect(named).toEqual([...new Set(named)])
})

test('every prefix of the storage has a retention period', () => {
  const filekey = crypto.randomUUID()
  const prefixes = Object.values(objectKey).map((keyOf) => `${keyOf(filekey, 1).split('/')[0]}/`)
  const periods = namesUnder('Objects').filter((name) => name.endsWith('/'))
  expect([...new Set(prefixes)].sort()).toEqual([...periods].sort())
})
