import { api } from '@backoffice/contract/api'
import type { CallInput } from '@backoffice/contract/endpoint'
import type { TableInput } from '@backoffice/contract/table'
import type { tenders } from '@backoffice/contract/tables/tenders'
import pg from 'pg'
import { afterAll, beforeAll } from 'vitest'
import { inLedger } from './in-ledger.ts'
import { refreshSums } from './refresh-sums.ts'
import { startTestSystem, type TestSystem } from './test-system.ts'

type Input = TableInput<typeof tenders>
let made = 0

/** A valid tender with a new key. */
export function aTender(changes: Partial<Input> = {}): Input {
  made += 1
  return {
    source_system: 'POS',
    tender_id: made.toString(36).toUpperCase().padStart(4, 'T'),
    tender_name: `Tender ${made}`,
    payment_method_code: 'CSH',
    bin_from: null,
    bin_to: null,
    card_scheme: null,
    company_code: '*',
    status: 'ACTIVE',
    effective_from: null,
    effective_to: null,
    ...changes,
  }
}

type Items = CallInput<typeof api.tenders.update>['body']['items']

/** A system with payment methods and a company for the tests of a file. The lookup maintainer makes the calls. */
export function useTenderSystem() {
  let system: TestSystem
  let owner: pg.Client
  beforeAll(async () => {
    system = await startTestSystem()
    owner = new pg.Client({ connectionString: system.url })
    await owner.connect()
    await owner.query(`INSERT INTO payment_methods
        (payment_method_code, name, type, status, earns_points, requires_reference, settlement_days, sort_order)
      VALUES ('CSH', 'Cash', 'CASH', 'ACTIVE', true, false, 0, 1), ('CRD', 'Card', 'CARD', 'ACTIVE', true, true, 1, 2),
        ('OLD', 'Old', 'CARD', 'INACTIVE', true, true, 1, 3)`)
    await owner.query(`INSERT INTO company_groups (company_code, company_name, group_code, group_name)
      VALUES ('NLF', 'Northline Fuels Inc.', 'FUEL', 'Fuel partners')`)
  })
  afterAll(async () => {
    await owner.end()
    await system.stop()
  })
  return {
    get system() {
      return system
    },
    /** A connection as the owner of the tables. */
    get owner() {
      return owner
    },
    create: (changes: Partial<Input> = {}) =>
      system.call(api.tenders.create, { body: aTender(changes) }, 'lookup'),
    refused: (changes: Partial<Input> = {}) =>
      system.expectProblem(api.tenders.create, { body: aTender(changes) }, 'lookup'),
    update: (...items: Items) => system.send(api.tenders.update, { body: { items } }, 'lookup'),
    get: (id: string) => system.send(api.tenders.get, { params: { id } }, 'lookup'),
    async trailOf(id: string) {
      const { rows } = await system.pool.query<{ action: string; resource: string }>(
        `SELECT action, resource FROM audit_events WHERE resource_id = $1 AND outcome = 'done' ORDER BY id`,
        [id],
      )
      return rows
    },
    /** Loads a transaction of 15 July 2025 that used the tender. */
    async useTender(sourceSystem: string, tenderId: string, companyCode: string) {
      await inLedger(
        system,
        `INSERT INTO transactions (transaction_id, card_number, business_date, transaction_at, source_system,
           source_tran_code, source_tender_id, company_code, amount, points, status)
         SELECT coalesce(max(transaction_id), 0) + 1, 9990000000000011, '2025-07-15', now(), $1, '10', $2, $3, 100, 0,
           'POSTED'
         FROM transactions`,
        [sourceSystem, tenderId, companyCode],
      )
      await refreshSums(system)
    },
  }
}

/** Inserts the payment method of imported tenders, in a system without demo rows. */
export async function addCash(pool: pg.Pool): Promise<void> {
  await pool.query(`
    INSERT INTO payment_methods (payment_method_code, name, type, earns_points, requires_reference, settlement_days, sort_order)
    VALUES ('CSH', 'Cash', 'CASH', true, false, 0, 0)`)
}
