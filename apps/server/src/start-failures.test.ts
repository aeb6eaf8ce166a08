import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, type TestContext, test, vi } from 'vitest'
import { createEmbeddedProvider } from './adapters/identity/embedded.ts'
import { createPool } from './db/client.ts'
import { systemClock } from './kernel/clock.ts'
import { spawnEntry } from './testing/start-process.ts'
import { databaseVariables, TEST_KEY } from './testing/test-database.ts'
import { useTestDatabase } from './testing/use-test-database.ts'

// Each test starts processes, which takes seconds on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

const database = useTestDatabase()
const NO_DATABASE = 'postgres://user:secret@127.0.0.1:1/none'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backoffice-start-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** Starts a process that ends with the test. */
function start(
  entry: Parameters<typeof spawnEntry>[0],
  env: Record<string, string> = {},
  atEnd: TestContext['onTestFinished'] = onTestFinished,
) {
  const started = spawnEntry(entry, { ...databaseVariables(database), DATA_DIR: folder, ...env })
  atEnd(async () => {
    started.child.kill('SIGKILL')
    await started.exited
  })
  return started
}

/** Exit code and output of a process that gives up. */
async function lastWords(started: ReturnType<typeof start>) {
  const { code } = await started.exited
  return { code, lines: started.output }
}

async function listen(
  server: Server,
  atEnd: TestContext['onTestFinished'] = onTestFinished,
): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  atEnd(() => void server.close())
  return (server.address() as AddressInfo).port
}

describe.concurrent('without a database', () => {
  test.for(['main', 'worker', 'migrate'] as const)(
    '%s reports that none responds',
    async (entry, { onTestFinished: atEnd }) => {
      const line = await start(entry, { DATABASE_URL: NO_DATABASE }, atEnd).said(/Waiting/)
      expect(line).toBe('Waiting for the database at 127.0.0.1:1: connection refused')
    },
  )

  test('reports one that accepts the connection but does not respond', async ({ onTestFinished: atEnd }) => {
    const port = await listen(
      createServer(() => {}),
      atEnd,
    )
    const DATABASE_URL = `postgres://a:secret@127.0.0.1:${port}/b`
    const line = await start('main', { DATABASE_URL }, atEnd).said(/Waiting/)
    expect(line).toBe(`Waiting for the database at 127.0.0.1:${port}: no response yet.`)
  })
})

test.each(['PORT', 'METRICS_PORT'])('reports a %s in use', async (variable) => {
  const port = await listen(createServer())
  const { code, lines } = await lastWords(start('main', { [variable]: String(port) }))
  expect(code).toBe(1)
  expect(lines).toContain(`Another program uses 127.0.0.1:${port}: set ${variable} to a free port.`)
})

test.each([
  ['main', 403, 'refuses these credentials'],
  ['worker', 404, 'does not exist'],
] as const)('%s logs why the bucket cannot be used, with the status %i', async (entry, status, reason) => {
  const bucket = createHttpServer((_request, response) => response.writeHead(status).end())
  const started = start(entry, {
    S3_BUCKET: 'files',
    S3_ENDPOINT: `http://127.0.0.1:${await listen(bucket)}`,
    AWS_ACCESS_KEY_ID: 'any',
    AWS_SECRET_ACCESS_KEY: 'any',
  })
  const { msg, reason: logged } = JSON.parse(await started.said(/"check":"storage"/))
  expect([msg, logged]).toEqual([
    'check failed',
    expect.stringMatching(`^The bucket files ${reason}.* \\(${status}\\)\\.$`),
  ])
})

test('reports a data folder that cannot be created', async () => {
  const file = join(folder, 'a-file')
  await writeFile(file, '')
  const dataDir = join(file, 'data')
  expect(await lastWords(start('main', { DATA_DIR: dataDir }))).toEqual({
    code: 1,
    lines: [
      `The data folder ${dataDir} cannot be used (ENOTDIR). Set DATA_DIR to a folder that this account may write.`,
    ],
  })
})

test.each(['main', 'worker'] as const)('%s rejects an identity key of another system', async (entry) => {
  const pool = createPool(database.url, { max: 1 })
  const first = createEmbeddedProvider({ pool, key: TEST_KEY, clock: systemClock, onError: () => {} })
  await first.warmUp()
  await pool.end()
  const key = Buffer.alloc(32, 9).toString('base64')
  const { code, lines } = await lastWords(start(entry, { IDENTITY_KEY: key }))
  expect([code, lines]).toEqual([
    1,
    [expect.stringMatching(/^The identity key does not match this database/)],
  ])
})

test('waits for an older database, and uses a newer one', async () => {
  const { client } = database
  const name = '024-shared-limits.sql'
  await client.query(`INSERT INTO migrations (name) VALUES ('999-of-a-later-release.sql')`)
  await client.query('DELETE FROM migrations WHERE name = $1', [name])
  const web = start('main')
  expect(await web.said(/Waiting/)).toMatch(
    `it is older than this release and lacks ${name}: run npm run migrate`,
  )
  await client.query('INSERT INTO migrations (name) VALUES ($1)', [name])
  expect((await fetch(`${await web.ready()}/health/ready`)).status).toBe(200)
})

describe.concurrent('with a ledger of its own', () => {
  test.for(['main', 'migrate'] as const)(
    '%s refuses the main database as the ledger',
    async (entry, { onTestFinished: atEnd }) => {
      const started = start(entry, { LEDGER_DATABASE_URL: `${database.url}?application_name=x` }, atEnd)
      const { code, lines } = await lastWords(started)
      expect([code, lines.at(-1)]).toEqual([
        1,
        expect.stringMatching(/^LEDGER_DATABASE_URL leads to the database of DATABASE_URL/),
      ])
    },
  )

  test.for(['worker', 'migrate'] as const)(
    '%s waits for one that does not respond',
    async (entry, { onTestFinished: atEnd }) => {
      const line = await start(entry, { LEDGER_DATABASE_URL: NO_DATABASE }, atEnd).said(/Waiting/)
      expect(line).toBe('Waiting for the ledger at 127.0.0.1:1: connection refused')
    },
  )
})

test('reports an invalid environment without a stack', async () => {
  const { code, lines } = await lastWords(start('worker', { PORT: 'many' }))
  expect([code, lines.length, lines[0]]).toEqual([1, 2, 'The environment is not usable:'])
})
