import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { createEmptyDatabase } from '../testing/test-database.ts'

test('the checked-in row types match the migrated tables', async () => {
  const database = await createEmptyDatabase()
  try {
    const run = promisify(execFile)('npm', ['run', '--silent', 'db-types', '--', '--verify'], {
      cwd: new URL('../..', import.meta.url).pathname,
      env: { ...process.env, DATABASE_URL: database.url },
    })
    await expect(run).resolves.toBeDefined()
  } finally {
    await database.drop()
  }
})
