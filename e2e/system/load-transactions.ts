import { randomInt } from 'node:crypto'
import { connectClient } from '../../apps/server/src/db/client.ts'
import { loadTable } from '../../apps/server/src/ops/load/load-table.ts'
import { LOAD_TABLES } from '../../apps/server/src/ops/load/tables.ts'
import { databaseUrl, dataOfSystem } from './open-provider.ts'

export type SourceCodes = {
  source_tender_id?: string
  source_tran_code?: string
  source_terminal_id?: string
}

/** A card that no other test uses, because some tests count the transactions of their card. */
const CARD = '9992000000000019'

/** Bulk-loads a transaction of company NLF at FUEL for each row. Only the given source codes are unmapped. */
export async function loadTransactions(rows: readonly SourceCodes[]): Promise<void> {
  const table = LOAD_TABLES.find(({ name }) => name === 'transactions')
  if (!table) throw new Error('Transactions are not loaded')
  const now = new Date().toISOString()
  const lines = rows.map(({ source_tender_id = '', source_tran_code, source_terminal_id = '' }) => ({
    transaction_id: 900_000_000_000 + randomInt(2 ** 32),
    card_number: CARD,
    business_date: now.slice(0, 10),
    transaction_at: now,
    source_system: 'FUEL',
    source_tran_code: source_tran_code ?? 'SALE',
    tran_code: source_tran_code ? '' : '1000',
    source_tender_id,
    source_terminal_id,
    company_code: 'NLF',
    branch_code: '0101',
    amount: 12_345,
    points: 0,
    status: 'POSTED',
  }))
  const text = [Object.keys(lines[0] ?? {}), ...lines.map((line) => Object.values(line))].map((cells) =>
    cells.join(),
  )
  const client = await connectClient(await databaseUrl(dataOfSystem()))
  try {
    const source = (async function* () {
      yield Buffer.from(`${text.join('\n')}\n`)
    })()
    const onBadLine = ({ reason }: { reason: string }) => {
      throw new Error(reason)
    }
    await loadTable({ client, table, source, onBadLine })
  } finally {
    await client.end()
  }
}
