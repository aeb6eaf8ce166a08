import { expect, test } from 'vitest'
import { useTestDatabase } from '../testing/use-test-database.ts'
import { migrate } from './migrate.ts'

const database = useTestDatabase()

const BEFORE = {
  files: ['uploaded', 'name', 'rows'],
  inquiries: ['purpose', 'ticket', 'run_by'],
  people: ['name'],
  empty: [],
}
const AFTER = {
  files: [{ id: 'created_at' }, { id: 'file_name' }, { id: 'rows' }],
  inquiries: [{ id: 'purpose' }, { id: 'ticket_no' }, { id: 'owner' }],
  people: [{ id: 'name' }],
  empty: [],
}

test('the migration keeps the order of chosen columns and renames them to their fields', async () => {
  const { client } = database
  await client.query(
    `INSERT INTO user_preferences (user_id, theme, columns)
     SELECT id, CASE email WHEN 'agent@backoffice.test' THEN 'dark' ELSE 'light' END,
       CASE email WHEN 'agent@backoffice.test' THEN $1::jsonb ELSE '{}' END
     FROM users WHERE email IN ('agent@backoffice.test', 'viewer@backoffice.test')`,
    [JSON.stringify(BEFORE)],
  )
  await client.query('DROP TABLE view_defaults, views')
  await client.query(`DELETE FROM migrations WHERE name = '010-views-and-columns.sql'`)
  expect(await migrate(client)).toEqual(['010-views-and-columns.sql'])
  const { rows } = await client.query('SELECT theme, columns FROM user_preferences ORDER BY theme')
  expect(rows).toEqual([
    { theme: 'dark', columns: AFTER },
    { theme: 'light', columns: {} },
  ])
})
