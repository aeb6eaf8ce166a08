import { api } from '@backoffice/contract/api'
import { CASE_TRANSITIONS, type CaseStatus, type CaseTransition } from '@backoffice/contract/cases'
import { propertyRuns } from '@backoffice/contract/testing/property-runs'
import type { TransactionStatus } from '@backoffice/contract/transactions'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase, createPool } from '../../db/client.ts'
import { followCases } from '../../jobs/follow-cases.ts'
import { openCase, startCaseSystem } from '../../testing/cases.ts'

let started: Awaited<ReturnType<typeof startCaseSystem>>
beforeAll(async () => {
  started = await startCaseSystem()
})
afterAll(() => started.stop())

const FINAL = ['POSTED', 'REVERSED', 'REJECTED'] as const
type Final = (typeof FINAL)[number]
let lastId = 0

async function pendingPurchases(count: number): Promise<number[]> {
  const ids = Array.from({ length: count }, () => ++lastId)
  await started.load(ids.map((id) => ({ id })))
  return ids
}

const follow = () => followCases({ db: started.system.db, clock: started.system.clock })

type ModelCase = { id: string; purchases: readonly number[]; status: CaseStatus }
type Command =
  | { do: 'open'; purchases: readonly number[] }
  | { do: CaseTransition; at: number }
  | { do: 'load'; purchase: number; status: Final }
  | { do: 'follow' }

const PURCHASES = 4
const purchase = fc.nat(PURCHASES - 1)
const command: fc.Arbitrary<Command> = fc.oneof(
  fc.record({
    do: fc.constant('open' as const),
    purchases: fc.uniqueArray(purchase, { minLength: 1, maxLength: 3 }),
  }),
  fc.record({ do: fc.constantFrom('send', 'resolve', 'reject', 'reopen'), at: fc.nat(3) }),
  fc.record({ do: fc.constant('load' as const), purchase, status: fc.constantFrom(...FINAL) }),
  fc.record({ do: fc.constant('follow' as const) }),
)

const isOpen = ({ status }: ModelCase) => status === 'OPEN' || status === 'SENT'

/** Status of a case after one of its transactions has changed. */
function followed(found: ModelCase, statuses: readonly TransactionStatus[]): CaseStatus {
  const own = found.purchases.map((each) => statuses[each])
  const all = (status: TransactionStatus) => own.every((each) => each === status)
  return isOpen(found) && (all('POSTED') || all('REVERSED')) ? 'RESOLVED' : found.status
}

test('cases do as the model: transitions, one open case per purchase, and closing by loads', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 4, maxLength: 14 }), async (commands) => {
      const ids = await pendingPurchases(PURCHASES)
      const statuses: TransactionStatus[] = ids.map(() => 'PENDING')
      const cases: ModelCase[] = []
      /** Purchases whose status has changed since their case was last followed or opened. */
      const changed = new Set<ModelCase>()
      for (const each of commands) {
        if (each.do === 'load') {
          if (statuses[each.purchase] !== 'PENDING') continue
          statuses[each.purchase] = each.status
          await started.load([{ id: ids[each.purchase] ?? 0, status: each.status }])
          const holder = cases.find((found) => isOpen(found) && found.purchases.includes(each.purchase))
          if (holder) changed.add(holder)
        } else if (each.do === 'follow') {
          await follow()
          for (const found of changed) found.status = followed(found, statuses)
          changed.clear()
        } else if (each.do === 'open') {
          const own = each.purchases.map((at) => statuses[at])
          const closesAtOnce = new Set(own).size === 1 && (own[0] === 'POSTED' || own[0] === 'REVERSED')
          const isHeld = each.purchases.some((at) =>
            cases.some((found) => isOpen(found) && found.purchases.includes(at)),
          )
          const { status, body } = await started.system.send(
            api.cases.create,
            {
              body: {
                ...{ kind: 'LATE_POINTS', ticket_no: 'M-1', card_id: started.cardId },
                transaction_ids: each.purchases.map((at) => String(ids[at])),
              },
            },
            'supervisor',
          )
          expect(status).toBe(closesAtOnce ? 422 : isHeld ? 409 : 201)
          if (status === 201)
            cases.push({
              id: String((body as { resource: { id: string } }).resource.id),
              purchases: each.purchases,
              status: 'OPEN',
            })
        } else {
          const found = cases[each.at]
          if (found) await takeStep(found, each.do, cases, changed)
        }
        for (const found of cases) {
          const { rows } = await started.system.pool.query('SELECT status FROM cases WHERE id = $1', [
            found.id,
          ])
          expect([each, rows[0].status]).toEqual([each, found.status])
        }
      }
    }),
    { numRuns: propertyRuns(50) },
  )
})

async function takeStep(
  found: ModelCase,
  step: CaseTransition,
  cases: readonly ModelCase[],
  changed: Set<ModelCase>,
) {
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
  const isHeld =
    step === 'reopen' &&
    found.purchases.some((at) =>
      cases.some((other) => other !== found && isOpen(other) && other.purchases.includes(at)),
    )
  const isAllowed = from.includes(found.status) && !isHeld
  expect((await inputs[step]()).status).toBe(isAllowed ? 200 : 409)
  if (!isAllowed) return
  found.status = to
  // A closed case is no longer followed; a reopened one from its present statuses.
  if (step !== 'send') changed.delete(found)
}

const OPENINGS = 100
const CONTESTED = 20
const KILLS = 5

test('100 openings at once, with loads and killed jobs: none is lost, doubled or wrongly closed', async () => {
  const ids = await pendingPurchases(CONTESTED)
  const loads = (async () => {
    const client = await started.connectOwner()
    // Every third purchase stays pending.
    for (const [at, id] of ids.entries())
      if (at % 3 < 2) await started.load([{ id, status: at % 3 === 0 ? 'POSTED' : 'REJECTED' }], client)
    await client.end()
  })()
  const openings = Array.from({ length: OPENINGS }, (_, at) => {
    const own = [ids[at % CONTESTED], ids[(at * 7 + 3) % CONTESTED]].map(String)
    return openCase(started.system, { card_id: started.cardId, transaction_ids: [...new Set(own)] }).then(
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

  const query = async <Row>(text: string, values: unknown[] = []) =>
    (await started.system.pool.query(text, values)).rows as Row[]
  expect(await query('SELECT FROM case_changes')).toEqual([])
  const found = await query<{ id: string; status: CaseStatus; statuses: Final[] }>(
    `SELECT cases.id, cases.status, array_agg(t.status) AS statuses
     FROM cases JOIN case_purchases p ON p.case_id = cases.id JOIN transactions t USING (transaction_id)
     WHERE p.transaction_id = ANY ($1) GROUP BY 1, 2`,
    [ids],
  )
  // Each reply has its case, and each case its reply.
  expect(found.map(({ id }) => id).sort()).toEqual(opened.sort())
  expect(opened.length).toBeGreaterThan(KILLS)
  for (const { status, statuses } of found) {
    const isPosted = statuses.every((each) => each === 'POSTED')
    expect([statuses, status]).toEqual([statuses, isPosted ? 'RESOLVED' : 'OPEN'])
  }
  expect(
    await query('SELECT FROM case_purchases WHERE is_open GROUP BY transaction_id HAVING count(*) > 1'),
  ).toEqual([])
  const closings = await query<{ closings: number }>(
    `SELECT count(*)::int AS closings FROM audit_events
     WHERE action = 'case.resolve' AND actor_id IS NULL AND resource_id = ANY ($1) GROUP BY resource_id`,
    [opened],
  )
  // Applied once each.
  expect(closings.every((each) => each.closings === 1)).toBe(true)
  expect(closings).toHaveLength(found.filter(({ status }) => status === 'RESOLVED').length)
})

/** Starts the job, and ends its connection when it has taken the changes and closed the case, before its audit event. */
async function killJobBeforeItsEvent(): Promise<void> {
  const { owner, system } = started
  const pool = createPool(system.url, { max: 1 })
  await owner.query('BEGIN')
  await owner.query('LOCK TABLE audit_events IN SHARE MODE')
  const job = followCases({ db: createDatabase(pool), clock: system.clock })
  const isKilled = expect(job).rejects.toThrow()
  const kill = `SELECT pg_terminate_backend(pid) FROM pg_locks
    WHERE relation = 'audit_events'::regclass AND NOT granted`
  await expect.poll(async () => (await owner.query(kill)).rowCount).toBe(1)
  await isKilled
  await owner.query('COMMIT')
  await pool.end()
}
