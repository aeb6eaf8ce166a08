import { type CaseResolution, isOpenCase, postingOutcome } from '@backoffice/contract/cases'
import { manilaDay } from '../adapters/clock.ts'
import type { Tx } from '../db/client.ts'
import { recordSystemAudit } from '../kernel/audit.ts'
import { listChangedCases, takeChanges } from '../resources/cases/case-changes.store.ts'
import { insertNotices } from '../resources/cases/case-notes.store.ts'
import { refreshFollowed } from '../resources/cases/case-purchases.store.ts'
import { moveCase } from '../resources/cases/case-steps.ts'
import { lockCase, type StoredCase, toCaseRow } from '../resources/cases/cases.store.ts'
import type { WorkerDeps } from './worker-deps.ts'

const BATCH = 200

/**
 * Applies what loads changed for purchases in cases. Each case in its own transaction, which also deletes its changes: a
 * killed worker leaves them for the next one.
 */
export async function followCases({ db, clock }: Pick<WorkerDeps, 'db' | 'clock'>): Promise<void> {
  for (;;) {
    const changed = await listChangedCases(db, BATCH)
    let applied = 0
    for (const id of changed) {
      const isApplied = await db.transaction().execute((tx) => followCase(tx, id, clock.now()))
      if (isApplied) applied++
    }
    // What remains waits for a load to end.
    if (applied === 0) return
  }
}

async function followCase(tx: Tx, id: string, now: Date): Promise<boolean> {
  const found = await lockCase(tx, id, { viewer: id, owner: null, today: manilaDay(now) })
  if (!(await takeChanges(tx, id))) return false
  if (!found || !isOpenCase(found.status)) return true
  const { hasChanged, statuses } = await refreshFollowed(tx, id)
  if (!hasChanged) return true
  const outcome = postingOutcome(found.kind, statuses)
  if (outcome === 'POSTED' || outcome === 'NOT_OWED') await close(tx, found, outcome, now)
  if (outcome === 'ATTENTION') await notify(tx, found, now)
  return true
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

/** The case stays open: a user must decide about purchases that were rejected or that differ. */
async function notify(tx: Tx, found: StoredCase, now: Date): Promise<void> {
  const text = `${toCaseRow(found).case_no} needs a decision: not all purchases are posted.`
  const user_id = found.assignee_id ?? found.opened_by
  await insertNotices(tx, [{ user_id, case_id: found.id, at: now, text }])
}
