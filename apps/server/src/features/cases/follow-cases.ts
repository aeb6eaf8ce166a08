import { type CaseResolution, isOpenCase, postingOutcome } from '@backoffice/contract/case-values'
import { cardNumberOf } from '../../db/card-number.ts'
import { type Database, isUniqueViolation, type Tx } from '../../db/client.ts'
import {
  type Ledger,
  type LedgerReader,
  ledgerVersion,
  noteSeenVersion,
  seenVersion,
} from '../../db/ledger.ts'
import type { WorkerDeps } from '../../jobs/worker-deps.ts'
import { recordSystemAudit } from '../../kernel/audit.ts'
import { manilaDay } from '../../kernel/clock.ts'
import { findPostings } from '../transactions/postings.store.ts'
import { insertNotices } from './case-notes.store.ts'
import { moveCase } from './case-steps.ts'
import { findArrived, type TypedKey } from './case-transactions.store.ts'
import { lockCase, type StoredCase, toCaseRow } from './cases.store.ts'
import { areAllFollowed, listFollowed, listTyped, refreshFollowed } from './followed-purchases.store.ts'

/** Purchases compared at once. */
const PAGE = 1_000

/**
 * Compares the purchases of open cases with their transactions, if those have changed since the last time. Each case
 * that differs has its own transaction. The version is noted at the end, so that after a killed worker the next one
 * compares again; what is applied differs no more.
 */
export async function followCases({
  db,
  ledger,
  clock,
}: Pick<WorkerDeps, 'db' | 'ledger' | 'clock'>): Promise<void> {
  const version = await ledgerVersion(ledger.db)
  // Also lower, if the ledger was restored to an older moment.
  const seen = await seenVersion(db, 'cases')
  if (version === seen) return
  // Cases whose transaction is under way have read an older version and are not listed yet. The next run compares
  // again.
  let isComplete = await areAllFollowed(db)
  const follow = (id: string) => db.transaction().execute((tx) => followCase(tx, ledger, id, clock.now()))
  for await (const ids of changedCases(db, ledger.db)) {
    for (const id of ids)
      await follow(id).catch((error: unknown) => {
        if (!isUniqueViolation(error)) throw error
        // A case that was opened meanwhile has the transaction of a typed purchase.
        isComplete = false
      })
  }
  if (isComplete) await noteSeenVersion(db, 'cases', { seen, version })
}

/** Typed purchases come first, so that one that is matched meanwhile is listed with its transaction. */
async function* changedCases(db: Database, ledger: LedgerReader): AsyncGenerator<ReadonlySet<string>> {
  const keyOf = ({ card_number, branch_code, receipt_no }: TypedKey) =>
    [card_number, branch_code, receipt_no].join(' ')
  let afterKey: TypedKey = { card_number: cardNumberOf('0'), branch_code: '', receipt_no: '' }
  for (;;) {
    const page = await listTyped(db, afterKey, PAGE)
    const arrived = new Set((await findArrived(ledger, page)).map(keyOf))
    yield idsOf(page.filter((typed) => arrived.has(keyOf(typed))))
    const last = page.at(-1)
    if (!last || page.length < PAGE) break
    afterKey = last
  }
  let afterId = '0'
  for (;;) {
    const page = await listFollowed(db, afterId, PAGE)
    const found = await findPostings(ledger, page)
    yield idsOf(
      page.filter(
        ({ transaction_id, status_seen }) => (found.get(transaction_id)?.status ?? null) !== status_seen,
      ),
    )
    const last = page.at(-1)
    if (!last || page.length < PAGE) break
    afterId = last.transaction_id
  }
}

const idsOf = (purchases: readonly { case_id: string }[]) => new Set(purchases.map(({ case_id }) => case_id))

async function followCase(tx: Tx, ledger: Ledger, id: string, now: Date): Promise<void> {
  const found = await lockCase(tx, id, { viewer: id, owner: null, today: manilaDay(now) })
  if (!found || !isOpenCase(found.status)) return
  const { hasChanged, statuses } = await refreshFollowed(tx, ledger.during(tx), id)
  if (!hasChanged) return
  const outcome = postingOutcome(found.kind, statuses)
  if (outcome === 'POSTED' || outcome === 'NOT_OWED') await close(tx, found, outcome, now)
  if (outcome === 'ATTENTION') await notify(tx, found, now)
}

const REASONS = {
  POSTED: 'All purchases are posted.',
  NOT_OWED: 'All purchases are reversed.',
} as const satisfies Partial<Record<CaseResolution, string>>

async function close(tx: Tx, found: StoredCase, resolution: keyof typeof REASONS, now: Date): Promise<void> {
  const reason = REASONS[resolution]
  await moveCase(tx, found, { step: 'resolve', resolution, reason, by: null }, now)
  const changes = { status: [found.status, 'RESOLVED'], resolution: [null, resolution] } as const
  await recordSystemAudit(tx, { resource: 'case', action: 'resolve', id: found.id, changes, reason })
}

/** The case stays open, because a user must decide about purchases that were rejected or that differ. */
async function notify(tx: Tx, found: StoredCase, now: Date): Promise<void> {
  const text = `${toCaseRow(found).case_no} needs a decision: not all purchases are posted.`
  const user_id = found.assignee_id ?? found.opened_by
  await insertNotices(tx, [{ user_id, case_id: found.id, at: now, text }])
}
