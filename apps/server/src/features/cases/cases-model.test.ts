// over 300 lines: the model of cases, and the two tests that need it
import { api } from '@backoffice/contract/api'
import {
  CASE_TRANSITIONS,
  type CaseStatus,
  type CaseTransition,
  postingOutcome,
} from '@backoffice/contract/case-values'
import { propertyRuns } from '@backoffice/contract/testing/property-runs'
import type { TransactionStatus } from '@backoffice/contract/transactions'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase, createPool } from '../../db/client.ts'
import { openCase, startCaseSystem } from '../../testing/cases.ts'
import { followCases } from './follow-cases.ts'

let started: Awaited<ReturnType<typeof startCaseSystem>>
beforeAll(async () => {
  started = await startCaseSystem()
})
afterAll(() => started.stop())

const FINAL = ['POSTED', 'REVERSED', 'REJECTED'] as const
// Receipts have these numbers, and then sort like them.
let lastId = 100_000

const newIds = (count: number) => Array.from({ length: count }, () => ++lastId)

async function pendingPurchases(count: number): Promise<number[]> {
  const ids = newIds(count)
  await started.load(ids.map((id) => ({ id })))
  return ids
}

const typed = (id: number) => ({
  ...{ business_date: '2026-10-20', branch_code: '0101', receipt_no: `N${id}`, amount: 300_000 },
})
const follow = () => started.follow()

type Status = TransactionStatus | null
/** `at` is the place of the purchase. If `isMatched`, its transaction is known. */
type ModelPurchase = { at: number; isMatched: boolean; seen: Status }
type ModelCase = { id: string; purchases: readonly ModelPurchase[]; status: CaseStatus }

const isOpen = ({ status }: ModelCase) => status === 'OPEN' || status === 'SENT'

/** Behaviour of cases, given the statuses of purchases; null for one that no load has brought. */
class Model {
  readonly cases: ModelCase[] = []
  readonly statuses: Status[]
  /** A load came after the last comparison. */
  hasChanged = true

  constructor(statuses: Status[]) {
    this.statuses = statuses
  }

  load(at: number, status: TransactionStatus): void {
    this.statuses[at] = status
    this.hasChanged = true
  }

  /** True if an open case other than `own` has the purchase, by its transaction or typed. */
  isHeld({ at, isMatched }: Pick<ModelPurchase, 'at' | 'isMatched'>, own?: ModelCase): boolean {
    return this.cases.some(
      (other) =>
        other !== own &&
        isOpen(other) &&
        other.purchases.some((each) => each.at === at && each.isMatched === isMatched),
    )
  }

  opened(places: readonly number[]): ModelPurchase[] {
    return places.map((at) => {
      const seen = this.statuses[at] ?? null
      return { at, isMatched: seen !== null, seen }
    })
  }

  /** Compares typed purchases before those with transactions, like the job. */
  follow(): void {
    if (!this.hasChanged) return
    this.hasChanged = false
    this.followThose(({ at, isMatched }) => !isMatched && this.statuses[at] !== null)
    this.followThose(({ at, isMatched, seen }) => isMatched && this.statuses[at] !== seen)
  }

  private followThose(differs: (purchase: ModelPurchase) => boolean): void {
    const found = this.cases
      .filter(isOpen)
      .flatMap((own) => own.purchases.filter(differs).map(({ at }) => ({ at, own })))
      .toSorted((a, b) => a.at - b.at)
    for (const own of new Set(found.map((each) => each.own))) {
      if (!this.refresh(own)) continue
      const outcome = postingOutcome(
        'LATE_POINTS',
        own.purchases.map(({ seen }) => seen),
      )
      if (outcome === 'POSTED' || outcome === 'NOT_OWED') own.status = 'RESOLVED'
    }
  }

  /** True if a status differs from the one seen before. */
  refresh(own: ModelCase): boolean {
    let hasChanged = false
    for (const each of own.purchases) {
      const now = this.statuses[each.at] ?? null
      if (!each.isMatched && now !== null && !this.isHeld({ at: each.at, isMatched: true }, own))
        each.isMatched = true
      const status = each.isMatched ? now : null
      if (status !== each.seen) hasChanged = true
      each.seen = status
    }
    return hasChanged
  }
}

type Command =
  | { do: 'open'; purchases: readonly number[]; isTyped: boolean }
  | { do: CaseTransition; at: number }
  | { do: 'load'; purchase: number; status: TransactionStatus }
  | { do: 'follow' }

const LOADED = 4
/** Purchases that a load may bring later. */
const MISSING = 2
const purchase = fc.nat(LOADED + MISSING - 1)
const command: fc.Arbitrary<Command> = fc.oneof(
  fc.record({
    do: fc.constant('open' as const),
    purchases: fc.uniqueArray(purchase, { minLength: 1, maxLength: 3 }),
    isTyped: fc.boolean(),
  }),
  fc.record({ do: fc.constantFrom('send', 'resolve', 'reject', 'reopen'), at: fc.nat(3) }),
  fc.record({
    do: fc.constant('load' as const),
    purchase,
    status: fc.constantFrom('PENDING' as const, ...FINAL),
  }),
  fc.record({ do: fc.constant('follow' as const) }),
)

test('cases do as the model: transitions, one open case per purchase, and closing after loads', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 4, maxLength: 14 }), async (commands) => {
      const ids = [...(await pendingPurchases(LOADED)), ...newIds(MISSING)]
      const model = new Model(ids.map((_, index) => (index < LOADED ? 'PENDING' : null)))
      for (const each of commands) {
        if (each.do === 'load') {
          const status = model.statuses[each.purchase]
          if (status === each.status || (status !== 'PENDING' && status !== null)) continue
          model.load(each.purchase, each.status)
          await started.load([{ id: ids[each.purchase] ?? 0, status: each.status }])
        } else if (each.do === 'follow') {
          model.follow()
          await follow()
        } else if (each.do === 'open') {
          await open(model, each, ids)
        } else {
          const found = model.cases[each.at]
          if (found) await takeStep(model, found, each.do)
        }
        for (const found of model.cases) expect([each, await stored(found.id)]).toEqual([each, found.status])
      }
    }),
    { numRuns: propertyRuns(50) },
  )
})

async function stored(id: string): Promise<CaseStatus> {
  const { rows } = await started.system.pool.query('SELECT status FROM cases WHERE id = $1', [id])
  return rows[0].status
}

async function open(
  model: Model,
  { purchases, isTyped }: Command & { do: 'open' },
  ids: readonly number[],
): Promise<void> {
  const own = model.opened(purchases)
  const outcome = postingOutcome(
    'LATE_POINTS',
    own.map(({ seen }) => seen),
  )
  const closesAtOnce = outcome === 'POSTED' || outcome === 'NOT_OWED'
  const isHeld = own.some((each) => model.isHeld(each))
  const isById = ({ isMatched }: ModelPurchase) => isMatched && !isTyped
  const idOf = ({ at }: ModelPurchase) => ids[at] ?? 0
  const { status, body } = await started.system.send(
    api.cases.create,
    {
      body: {
        ...{ kind: 'LATE_POINTS', ticket_no: 'M-1', card_id: started.cardId },
        transaction_ids: own.filter(isById).map((each) => String(idOf(each))),
        typed: own.filter((each) => !isById(each)).map((each) => typed(idOf(each))),
      },
    },
    'supervisor',
  )
  expect(status).toBe(closesAtOnce ? 422 : isHeld ? 409 : 201)
  if (status !== 201) return
  const { id } = (body as { resource: { id: string } }).resource
  model.cases.push({ id, purchases: own, status: 'OPEN' })
}

async function takeStep(model: Model, found: ModelCase, step: CaseTransition) {
  const { id } = found
  const { version } = await started.system.call(api.cases.get, { params: { id } }, 'supervisor')
  const items = [{ id, version }]
  const inputs = {
    send: () => started.system.send(api.cases.markSent, { body: { items } }, 'supervisor'),
    resolve: () =>
      started.system.send(api.cases.resolve, { body: { items, resolution: 'CORRECTED' } }, 'supervisor'),
    reject: () => started.system.send(api.cases.reject, { body: { items, reason: 'No' } }, 'supervisor'),
    reopen: () => started.system.send(api.cases.reopen, { body: { items, reason: 'Yes' } }, 'supervisor'),
  } satisfies Record<CaseTransition, unknown>
  const { from, to } = CASE_TRANSITIONS[step] as { from: readonly CaseStatus[]; to: CaseStatus }
  const isHeld = step === 'reopen' && found.purchases.some((each) => model.isHeld(each, found))
  const isAllowed = from.includes(found.status) && !isHeld
  expect((await inputs[step]()).status).toBe(isAllowed ? 200 : 409)
  if (!isAllowed) return
  found.status = to
  // A reopened case is followed from its present statuses.
  if (step === 'reopen') model.refresh(found)
}

const OPENINGS = 100
const CONTESTED = 20
const MISSING_AT_FIRST = 10
const KILLS = 5

test('100 openings at once, with loads and killed jobs: none is lost, doubled or wrongly closed', async () => {
  const ids = await pendingPurchases(CONTESTED)
  const missing = newIds(MISSING_AT_FIRST)
  const loads = (async () => {
    const client = await started.connectLedger()
    // Every third purchase stays pending.
    for (const [at, id] of [...ids, ...missing].entries())
      if (at % 3 < 2 || at >= CONTESTED)
        await started.load([{ id, status: at % 3 === 1 ? 'REJECTED' : 'POSTED' }], client)
    await client.end()
  })()
  const openings = Array.from({ length: OPENINGS }, (_, index) => {
    const own = [ids[index % CONTESTED], ids[(index * 7 + 3) % CONTESTED]].map(String)
    return openCase(started.system, {
      card_id: started.cardId,
      transaction_ids: index % 4 === 0 ? [] : [...new Set(own)],
      ...(index % 4 < 2 && { typed: [typed(missing[index % MISSING_AT_FIRST] ?? 0)] }),
    }).then(
      ({ id }) => id,
      () => null,
    )
  })
  const jobs = Array.from({ length: 3 }, follow)
  const opened = (await Promise.all(openings)).filter((id) => id !== null)
  await Promise.all([loads, ...jobs])
  for (const id of await pendingPurchases(KILLS)) {
    const own = await openCase(started.system, { card_id: started.cardId, transaction_ids: [String(id)] })
    opened.push(own.id)
    ids.push(id)
    await started.load([{ id, status: 'POSTED' }])
    await killJobBeforeItsEvent()
  }
  await follow()
  // Its loads let cases have typed purchases whose transactions other cases have released.
  await pendingPurchases(1)
  await Promise.all([follow(), follow()])

  const query = async <Row>(text: string, values: unknown[] = []) =>
    (await started.system.pool.query(text, values)).rows as Row[]
  const loaded = await started.ledgerOwner.query<{ transaction_id: string; status: TransactionStatus }>(
    'SELECT transaction_id, status FROM transactions WHERE transaction_id = ANY ($1)',
    [[...ids, ...missing]],
  )
  const statuses = new Map(loaded.rows.map(({ transaction_id, status }) => [transaction_id, status]))
  const found = await query<{ id: string; status: CaseStatus; purchases: (string | null)[] }>(
    `SELECT cases.id, status, array_agg(transaction_id::text) AS purchases
     FROM cases JOIN case_purchases p ON p.case_id = cases.id
     WHERE p.transaction_id = ANY ($1) OR p.receipt_no = ANY ($2) GROUP BY 1, 2`,
    [[...ids, ...missing], missing.map((id) => `N${id}`)],
  )
  // Each reply has its case, and each case its reply.
  expect(found.map(({ id }) => id).sort()).toEqual(opened.sort())
  expect(opened.length).toBeGreaterThan(KILLS)
  for (const { status, purchases } of found) {
    const own = purchases.map((id) => statuses.get(id ?? '') ?? null)
    expect([own, status]).toEqual([own, own.every((each) => each === 'POSTED') ? 'RESOLVED' : 'OPEN'])
  }
  expect(
    await query(
      'SELECT FROM case_purchases WHERE is_open GROUP BY transaction_id HAVING count(*) > 1 AND transaction_id IS NOT NULL',
    ),
  ).toEqual([])
  // A typed purchase has arrived by now. It waits only while another case has its transaction.
  const waiting = await query<{ receipt_no: string }>(
    'SELECT receipt_no FROM case_purchases WHERE is_open AND transaction_id IS NULL AND receipt_no = ANY ($1)',
    [missing.map((id) => `N${id}`)],
  )
  const held = await query<{ receipt_no: string }>(
    `SELECT 'N' || transaction_id AS receipt_no FROM case_purchases WHERE is_open AND transaction_id = ANY ($1)`,
    [missing],
  )
  expect(held.map(({ receipt_no }) => receipt_no)).toEqual(
    expect.arrayContaining(waiting.map(({ receipt_no }) => receipt_no)),
  )
  const closings = await query<{ closings: number }>(
    `SELECT count(*)::int AS closings FROM audit_events
     WHERE action = 'case.resolve' AND actor_id IS NULL AND resource_id = ANY ($1) GROUP BY resource_id`,
    [opened],
  )
  // Applied once each.
  expect(closings.every((each) => each.closings === 1)).toBe(true)
  expect(closings).toHaveLength(found.filter(({ status }) => status === 'RESOLVED').length)
})

/** Starts the job, and ends its connection when it has closed the case, before its audit event. */
async function killJobBeforeItsEvent(): Promise<void> {
  const { owner, system } = started
  const pool = createPool(system.url, { max: 1 })
  await owner.query('BEGIN')
  await owner.query('LOCK TABLE audit_events IN SHARE MODE')
  const job = followCases({ db: createDatabase(pool), ledger: system.ledger, clock: system.clock })
  const isKilled = expect(job).rejects.toThrow()
  const kill = `SELECT pg_terminate_backend(pid) FROM pg_locks
    WHERE relation = 'audit_events'::regclass AND NOT granted`
  await expect.poll(async () => (await owner.query(kill)).rowCount).toBe(1)
  await isKilled
  await owner.query('COMMIT')
  await pool.end()
}
