import { api } from '@backoffice/contract/api'
import type { CallInput } from '@backoffice/contract/endpoint'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dryRun } from '../../testing/file-actions.ts'
import { inLedger } from '../../testing/in-ledger.ts'
import { refreshSums } from '../../testing/refresh-sums.ts'
import { startTerminalSystem } from '../../testing/terminals.ts'
import type { TestSystem } from '../../testing/test-system.ts'

const CARD = '9990000000000011'

let system: TestSystem
beforeAll(async () => {
  system = await startTerminalSystem({ workers: true })
  await system.pool.query(`INSERT INTO terminals (terminal_id, company_code, branch_code, status, deleted_at)
    VALUES ('60417001', 'NLF', '0417', 'ACTIVE', NULL), ('60417002', 'NLF', '0417', 'INACTIVE', NULL),
      ('60417003', 'NLF', '0417', 'ACTIVE', now())`)
  await inLedger(
    system,
    `INSERT INTO transactions (transaction_id, card_number, business_date, transaction_at,
      source_system, source_tran_code, source_terminal_id, company_code, branch_code, amount, points, status)
    VALUES (1, ${CARD}, current_date, now(), 'POS', 'SALE', 'new00001', 'GONE', '7777', 100, 1, 'POSTED')`,
  )
  await refreshSums(system)
})
afterAll(() => system.stop())

type Body = NonNullable<CallInput<typeof api.inquiries.run>['body']>
type Codes = Pick<Body, 'company_code' | 'branch_code' | 'terminal_id'>

const SUBJECTS = {
  CARD: { card_number: CARD },
  ACCOUNT: { account_number: '2000417733' },
  REFERENCE: { reference: 'N001' },
} as const
type SingleMode = keyof typeof SUBJECTS

function run(mode: SingleMode, codes: Codes) {
  const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)
  const request = { purpose: 'AUDIT', ticket_no: 'OPS-1', date_from: today, date_to: today } as const
  return system.send(api.inquiries.run, { body: { mode, ...SUBJECTS[mode], ...request, ...codes } }, 'agent')
}

const UNKNOWN: [Codes, string, string][] = [
  [{ company_code: 'xyz' }, 'company_code', 'Company XYZ does not exist'],
  [{ company_code: 'xyz', branch_code: '0417' }, 'company_code', 'Company XYZ does not exist'],
  [{ branch_code: '9999' }, 'branch_code', 'Branch 9999 does not exist'],
  [{ company_code: 'MBR', branch_code: '0417' }, 'branch_code', 'Branch 0417 does not exist in MBR'],
  [{ terminal_id: 't9999999' }, 'terminal_id', 'Terminal T9999999 does not exist'],
  [{ terminal_id: '60417003' }, 'terminal_id', 'Terminal 60417003 does not exist'],
]
const MODES = Object.keys(SUBJECTS) as SingleMode[]

test.each(UNKNOWN)('%j is refused at its field, in every mode', async (codes, field, message) => {
  const refusal = { code: 'invalid', errors: [{ field, code: 'unknown_code', message }] }
  for (const mode of MODES) expect(await run(mode, codes)).toMatchObject({ status: 422, body: refusal })
  const { source_filekey } = await dryRun(system, `card_number,reference_no\n${CARD},${message}\n`)
  const body = { mode: 'FILE', source_filekey, purpose: 'AUDIT', ticket_no: 'OPS-1', ...codes } as const
  expect(await system.send(api.inquiries.run, { body }, 'agent')).toMatchObject({
    status: 422,
    body: refusal,
  })
  const file = await system.call(api.files.get, { query: { source_filekey } }, 'agent')
  expect(file.state).toBe('AWAITING_CONFIRMATION')
})

test('a refused code stores no inquiry', async () => {
  const inquiries = async () => (await system.call(api.inquiries.list, { body: {} }, 'agent')).total
  const before = await inquiries()
  await run('CARD', { company_code: 'xyz' })
  expect(await inquiries()).toBe(before)
})

test.each<Codes>([
  { company_code: 'nlf', branch_code: '0417', terminal_id: '60417001' },
  { company_code: 'OLD', branch_code: '0001' },
  { branch_code: '0999' },
  { terminal_id: '60417002' },
  { company_code: 'GONE', branch_code: '7777' },
  { terminal_id: 'NEW00001' },
  { company_code: '', branch_code: '', terminal_id: '' },
])('%j is accepted, in force or not, or only in transactions', async (codes) => {
  for (const mode of MODES) expect((await run(mode, codes)).status).toBe(200)
})

test('the transactions behind a figure require a known company', async () => {
  const list = (company_code: string) =>
    system.send(api.dashboard.listTransactions, { query: { figure: 'TRANSACTIONS', company_code } }, 'agent')
  expect(await list('xyz')).toMatchObject({ status: 422, body: { errors: [{ field: 'company_code' }] } })
  for (const code of ['', 'NLF', 'OLD', 'gone']) expect((await list(code)).status).toBe(200)
})
