import { sign } from 'node:crypto'
import {
  lacksSecond,
  REVIEW_DECISIONS,
  REVIEW_OUTCOMES,
  REVIEW_SCOPES,
  REVIEW_STATUSES,
  UNDECIDED,
} from '@backoffice/contract/reviews'
import { type EvidenceKey, publicKeyOf, requireEvidenceKey } from '../../adapters/evidence-key.ts'
import type { Reader, Tx } from '../../db/client.ts'
import { csvLine } from '../../files/csv/guarded-cell.ts'
import { EVIDENCE_RECORDS, signatureLine } from './evidence-format.ts'
import { listAllItems, type OverturnedDecision, type StoredItem } from './review-items.store.ts'
import { listReviewers } from './reviewers.store.ts'
import { readStoredReview } from './reviews.store.ts'

type Cell<Of> = (of: Of) => string | null
/** An overturned decision has the cells of some columns. */
type Column = readonly [head: string, value: Cell<StoredItem>, overturned?: Cell<ItemDecision>]
type ItemDecision = { item: StoredItem; decision: OverturnedDecision }

/** Columns of former versions keep their place. The verification reads none, so that files of all versions verify. */
const COLUMNS: readonly Column[] = [
  ['User', (item) => item.user_name, ({ item }) => item.user_name],
  ['User ID', (item) => item.user_id, ({ item }) => item.user_id],
  ['Department', (item) => item.department],
  ['User status', (item) => item.user_status],
  ['Last sign-in', (item) => timeOf(item.last_sign_in_at)],
  ['Dormant', (item) => yesNo(item.is_dormant)],
  ['Access type', typeOf, ({ item }) => typeOf(item)],
  ['Access', (item) => item.grant_name, ({ item }) => item.grant_name],
  ['Access ends', (item) => timeOf(item.until)],
  ['High-risk permissions', (item) => item.permissions.join(' ')],
  ['Granted by', (item) => item.granted_by],
  ['Granted at', (item) => timeOf(item.granted_at)],
  ['Last used', (item) => item.last_used_on],
  ['Use recorded since it was granted', (item) => yesNo(item.is_use_complete)],
  ['Other users', (item) => String(item.others_total)],
  ['Others with this access', (item) => String(item.others_have)],
  ['Conflicting permissions', (item) => item.conflicts.map((pair) => pair.join(' with ')).join(', ')],
  ['Decision', decisionOf, ({ decision }) => REVIEW_DECISIONS[decision.decision]],
  ['Reason', (item) => item.reason, ({ decision }) => decision.reason],
  ['Replacement', (item) => item.replacement_name, ({ decision }) => decision.replacement_name],
  ['Decided by', (item) => item.decided_by_name, ({ decision }) => decision.decided_by_name],
  ['Decided at', (item) => timeOf(item.decided_at), ({ decision }) => timeOf(decision.decided_at)],
  ['Outcome', (item) => item.outcome && REVIEW_OUTCOMES[item.outcome]],
  ['Outcome detail', (item) => item.outcome_detail],
  ['Outcome at', (item) => timeOf(item.outcome_at)],
  ['Second reviewer', (item) => item.agreed_by_name, ({ decision }) => decision.agreed_by_name],
  ['Second reviewer at', (item) => timeOf(item.agreed_at), ({ decision }) => timeOf(decision.agreed_at)],
  ['Reason of second reviewer', (item) => item.agreed_reason, ({ decision }) => decision.agreed_reason],
  ['Overturned by', () => null, ({ decision }) => decision.overturned_by_name],
  ['Overturned at', () => null, ({ decision }) => timeOf(decision.overturned_at)],
  ['Reason for overturning', () => null, ({ decision }) => decision.overturned_reason],
]

function typeOf({ kind }: StoredItem): string {
  return kind === 'role' ? 'Role' : 'Extra policy'
}

function decisionOf(item: StoredItem): string {
  if (item.decision === null) return 'Undecided'
  return lacksSecond(item) ? 'Undecided: removal by 1 of 2 reviewers' : REVIEW_DECISIONS[item.decision]
}

/** Evidence as the rows of an export. It has only stored data in a fixed order, so that it is the same each time. */
export async function evidenceRows(tx: Tx, reviewId: string, evidenceKey: EvidenceKey | null) {
  const key = requireEvidenceKey(evidenceKey)
  const items = await listAllItems(tx, reviewId)
  const facts = await factsOf(tx, reviewId, items)
  return {
    total: items.length,
    async *content(onRows: (rows: number) => Promise<void>): AsyncGenerator<Uint8Array> {
      const lines = [
        line('Record', ...COLUMNS.map(([head]) => head)),
        ...facts.map(([name, value]) => line(EVIDENCE_RECORDS.review, name, value)),
        ...items.flatMap(linesOf),
      ]
      const signed = Buffer.from(lines.join(''))
      yield signed
      const { fingerprint } = publicKeyOf(key)
      yield Buffer.from(signatureLine(fingerprint, sign(null, signed, key)))
      await onRows(items.length)
    },
  }
}

function linesOf(item: StoredItem): string[] {
  return [
    line(EVIDENCE_RECORDS.item, ...COLUMNS.map(([, value]) => value(item))),
    ...item.overturned.map((decision) =>
      line(
        EVIDENCE_RECORDS.overturned,
        ...COLUMNS.map(([, , overturned]) => overturned?.({ item, decision }) ?? null),
      ),
    ),
  ]
}

/** Records have the same number of cells. */
const line = (...cells: (string | null)[]) =>
  csvLine([...cells, ...Array.from({ length: COLUMNS.length + 1 - cells.length }, () => null)])

async function factsOf(
  db: Reader,
  reviewId: string,
  items: readonly StoredItem[],
): Promise<[string, string | null][]> {
  const review = await readStoredReview(db, reviewId)
  const reviewers = await listReviewers(db, reviewId)
  const count = (matches: (item: StoredItem) => boolean) => String(items.filter(matches).length)
  return [
    ['Name', review.name],
    ['ID', review.id],
    ['Scope', review.role_name === null ? REVIEW_SCOPES[review.scope] : `Role ${review.role_name}`],
    ['Status', REVIEW_STATUSES[review.status]],
    ['Undecided access', UNDECIDED[review.undecided]],
    ['Due', review.due_on],
    ['Decisions until', timeOf(review.due_at)],
    ['Started by', review.started_by_name],
    ['Started at', timeOf(review.started_at)],
    ['Finished by', review.finished_by_name ?? 'Deadline'],
    ['Finished at', timeOf(review.finished_at)],
    ['Cancel reason', review.cancel_reason],
    ['Use recorded since', review.use_recorded_since],
    ...reviewers.map(({ name }): [string, string] => ['Reviewer', name]),
    ['Items', String(items.length)],
    ['Decided to keep', count(({ decision }) => decision === 'KEEP')],
    ['Decided to remove', count((item) => item.decision === 'REMOVE' && !lacksSecond(item))],
    ['Undecided', count((item) => item.decision === null || lacksSecond(item))],
    ['Removals by 1 of 2 reviewers', count(lacksSecond)],
    ['Overturned decisions', String(items.reduce((sum, { overturned }) => sum + overturned.length, 0))],
    ['Removed', count(({ outcome }) => outcome === 'REMOVED')],
    ['No longer held', count(({ outcome }) => outcome === 'GONE')],
    ['Not possible', count(({ outcome }) => outcome === 'NOT_POSSIBLE')],
  ]
}

const MANILA_MS = 8 * 3_600_000

/** Manila has no daylight saving time. */
const timeOf = (time: Date | string | null) =>
  time && `${new Date(new Date(time).getTime() + MANILA_MS).toISOString().slice(0, 19)}+08:00`

const yesNo = (value: boolean) => (value ? 'Yes' : 'No')
