import { keyFields } from '@backoffice/contract/table'
import { TABLES } from '@backoffice/contract/tables/tables'
import { expect, test } from 'vitest'
import { useTestDatabase } from '../../testing/use-test-database.ts'
import { USAGE } from './row-references.ts'

const database = useTestDatabase()

const counted = TABLES.flatMap((table) => {
  const view = USAGE[table.name]
  return view === null ? [] : [[table.name, view, keyFields(table)] as const]
})

test.each(counted)('%s: %s counts transactions by key', async (_name, view, keys) => {
  const { rows } = await database.client.query<{ column: string; type: string }>(
    `SELECT attname AS column, format_type(atttypid, NULL) AS type FROM pg_attribute
     WHERE attrelid = $1::regclass AND attnum > 0 AND has_table_privilege('backoffice_app', attrelid, 'SELECT')`,
    [view],
  )
  expect(Object.fromEntries(rows.map(({ column, type }) => [column, type]))).toMatchObject({
    ...Object.fromEntries(keys.map((key) => [key, 'text'])),
    transactions: 'bigint',
    first_used: 'date',
  })
})
