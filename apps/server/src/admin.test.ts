import { expect, test } from 'vitest'
import { runAdminCommand } from './ops/admin/admin-command.ts'
import { runAdmin } from './testing/start-process.ts'

const USAGE = 'Usage: npm run admin -- EMAIL [--given-name NAME] [--family-name NAME]'

test.each([
  [[]],
  [['nonsense']],
  [['ana@northline.example', 'more']],
  [['ana@northline.example', '--given-name', ' ']],
  [['ana@northline.example', '--role', 'x']],
])('prints its usage for %j', async (args) => {
  expect(await runAdminCommand(args, {})).toEqual({ code: 2, output: '', error: USAGE })
})

test('ends with the exit code and error of the command', async () => {
  expect(await runAdmin(['nonsense'])).toEqual({ code: 2, output: '', error: `${USAGE}\n` })
})

test('reports an invalid user pool id before any change', async () => {
  const env = {
    DATABASE_URL: 'postgres://unused@127.0.0.1:1/nothing',
    USER_POOL_ID: 'embedded1',
    USER_POOL_CLIENT_ID: 'c',
  }
  expect(await runAdminCommand(['ana@northline.example'], env)).toMatchObject({
    code: 1,
    error: expect.stringContaining('USER_POOL_ID: Invalid UserPoolId format.'),
  })
})
