import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runLoad } from './testing/start-process.ts'
import { useTestDatabase } from './testing/use-test-database.ts'

const database = useTestDatabase()
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backoffice-load-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function loadHolidays(lines: string) {
  const path = join(folder, 'holidays.csv')
  await writeFile(path, `day,name\n${lines}`)
  return runLoad(['holidays', path], {
    DATABASE_URL: database.url,
    ...(database.ledgerUrl !== database.url && { LEDGER_DATABASE_URL: database.ledgerUrl }),
  })
}

async function names(): Promise<string[]> {
  const { rows } = await database.client.query<{ name: string }>('SELECT name FROM holidays ORDER BY day')
  return rows.map(({ name }) => name)
}

test('a failed load says that nothing was loaded', async () => {
  const before = await names()
  const { code, error } = await loadHolidays('2026-02-30,No such day\n')
  expect(code).toBe(1)
  expect(error).toContain('Nothing was loaded.')
  expect(await names()).toEqual(before)
})

test('a load whose last step fails says so, and that it has loaded', async () => {
  // The figures can be read before the load, and not after it.
  await database.client.query(`
    CREATE FUNCTION lose_figures() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      ALTER TABLE transaction_days RENAME TO lost_days;
      RETURN NULL;
    END $$;
    CREATE TRIGGER lose_figures AFTER INSERT ON holidays EXECUTE FUNCTION lose_figures()`)
  const { code, output, error } = await loadHolidays('2026-01-01,First of the year\n')
  expect(error).toMatch(/^Loaded\. .+: .*transaction_days/)
  expect(error).not.toContain('Nothing was loaded')
  expect(output).toContain('1 lines: ')
  expect(code).toBe(0)
  expect(await names()).toContain('First of the year')
})

test('a load with a certificate file that is missing names variable and file', async () => {
  const DATABASE_OWNER_URL = `${database.url}?sslmode=verify-full&sslrootcert=/none/ca.pem`
  expect(await runLoad(['holidays', join(folder, 'holidays.csv')], { DATABASE_OWNER_URL })).toEqual({
    code: 1,
    output: '',
    error: "Nothing was loaded. DATABASE_OWNER_URL: the file /none/ca.pem of sslrootcert can't be read.\n",
  })
})
