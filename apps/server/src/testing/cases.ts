import { api } from '@backoffice/contract/api'
import type { CallInput } from '@backoffice/contract/endpoint'
import type { TransactionStatus } from '@backoffice/contract/transactions'
import { connectClient } from '../db/client.ts'
import { followCases } from '../features/cases/follow-cases.ts'
import { changeTransactions } from '../ops/load/change-transactions.ts'
import { startTestSystem, type TestSystem } from './test-system.ts'

export const CASE_CARD = '9990000000000011'
export const OTHER_CARD = '9990000000000029'
/** A Friday, noon in Manila. */
const NOW = '2026-11-20T04:00:00Z'

type Purchase = {
  id: number
  status?: TransactionStatus
  card?: string
  day?: string
  receipt?: string | null
}

/** A system with two cards, and the owners' connections to the main database and, for loads, to the ledger. */
export async function startCaseSystem(options: Parameters<typeof startTestSystem>[0] = {}) {
  const system = await startTestSystem(options)
  system.clock.offsetMs = Date.parse(NOW) - Date.now()
  const owner = await connectClient(system.url)
  const connectLedger = () => connectClient(system.ledgerUrl)
  const ledgerOwner = await connectLedger()
  const { rows } = await ledgerOwner.query<{ card_id: string }>(
    `INSERT INTO cards (card_number, account_number, tier, status, activated_on, points_balance, member_name_masked)
     VALUES (${CASE_CARD}, '2000417733', 'GOLD', 'ACTIVE', '2024-05-04', 60000, 'J••• D••'),
       (${OTHER_CARD}, '2000417734', 'GOLD', 'BLOCKED', '2024-05-04', 0, 'M••• C••') RETURNING card_id`,
  )
  const [cardId = '', otherId = ''] = rows.map(({ card_id }) => card_id)
  /** Begins a load of new purchases, or of new statuses and cards of existing ones. Returns its commit. */
  const startLoad = async (purchases: readonly Purchase[], client = ledgerOwner) => {
    const ids = purchases.map(({ id }) => id)
    const lines = purchases.map(
      ({ id, status = 'PENDING', card = CASE_CARD, day = '2026-10-20', receipt }) => ({
        ...{ id, status, card, day },
        receipt: receipt === undefined ? `N${id}` : receipt,
      }),
    )
    await client.query('BEGIN')
    const write = () =>
      client.query(
        `INSERT INTO transactions (transaction_id, card_number, business_date, transaction_at, source_system,
         source_tran_code, tran_class, company_code, branch_code, receipt_no, amount, points, status)
       SELECT (p->>'id')::bigint, (p->>'card')::bigint, (p->>'day')::date, now(), 'POS', 'SALE', 'EARN', 'NLF', '0101',
         p->>'receipt', 300000, 1500, p->>'status'
       FROM jsonb_array_elements($1::jsonb) AS p
       ON CONFLICT (transaction_id) DO UPDATE SET status = excluded.status, card_number = excluded.card_number`,
        [JSON.stringify(lines)],
      )
    await changeTransactions(client, ids, write)
    return () => client.query('COMMIT')
  }
  const load = async (...input: Parameters<typeof startLoad>) => {
    const commit = await startLoad(...input)
    await commit()
  }
  const follow = () => followCases(system.workerDeps)
  const stop = async () => {
    await owner.end()
    await ledgerOwner.end()
    await system.stop()
  }
  return { system, owner, ledgerOwner, connectLedger, cardId, otherId, startLoad, load, follow, stop }
}

export type CaseInput = NonNullable<CallInput<typeof api.cases.create>['body']>

export function openCase(system: TestSystem, body: Partial<CaseInput> & { card_id: string }, as = 'agent') {
  return system.call(api.cases.create, { body: { kind: 'LATE_POINTS', ticket_no: 'OPS-20431', ...body } }, as)
}

export async function userId(system: TestSystem, name: string): Promise<string> {
  const { rows } = await system.pool.query<{ id: string }>('SELECT id FROM users WHERE email = $1', [
    `${name}@backoffice.test`,
  ])
  return rows[0]?.id ?? ''
}
