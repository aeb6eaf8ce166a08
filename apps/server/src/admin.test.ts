import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const run = (args: readonly string[], env: Record<string, string>) =>
  promisify(execFile)(process.execPath, [join(import.meta.dirname, 'admin.ts'), ...args], {
    env: { PATH: process.env.PATH, ...env },
  })

test.each([
  [[]],
  [['nonsense']],
  [['ana@northline.example', 'more']],
  [['ana@northline.example', '--given-name', ' ']],
  [['ana@northline.example', '--role', 'x']],
])('prints its usage for %j', async (args) => {
  await expect(run(args, {})).rejects.toMatchObject({
    code: 2,
    stdout: '',
    stderr: 'Usage: npm run admin -- EMAIL [--given-name NAME] [--family-name NAME]\n',
  })
})

test('reports an invalid user pool id before any change', async () => {
  const env = {
    DATABASE_URL: 'postgres://unused@127.0.0.1:1/nothing',
    USER_POOL_ID: 'embedded1',
    USER_POOL_CLIENT_ID: 'c',
  }
  await expect(run(['ana@northline.example'], env)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('USER_POOL_ID: Invalid UserPoolId format.'),
  })
})
