import { sign } from 'node:crypto'
import {
  REVIEW_DECISIONS,
  REVIEW_OUTCOMES,
  REVIEW_SCOPES,
  REVIEW_STATUSES,
  UNDECIDED,
} from '@backoffice/contract/reviews'
import { type EvidenceKey, publicKeyOf, requireEvidenceKey } from '../../adapters/evidence-key.ts'
import type { Reader, Tx } from '../../db/client.ts'
import { csvLine } from '../../table-file/guarded-cell.ts'
import { EVIDENCE_RECORDS, signatureLine } from './evidence-format.ts'
import { listAllItems, type StoredItem } from './review-items.store.ts'
import { listReviewers } from './reviewers.store.ts'
import { readStoredReview } from './reviews.store.ts'

const COLUMNS: readonly (readonly [head: string, value: (item: StoredItem) => string | null])[] = [
  ['User', (item) => item.user_name],
  ['User ID', (item) => item.user_id],
  ['Department', (item) => item.department],
  ['User status', (item) => item.user_status],
  ['Last sign-in', (item) => timeOf(item.last_sign_in_at)],
  ['Dormant', (item) => yesNo(item.is_dormant)],
  ['Access type', (item) => (item.kind === 'role' ? 'Role' : 'Extra policy')],
  ['Access', (item) => item.grant_name],
  ['Access ends', (item) => timeOf(item.until)],
  ['High-risk permissions', (item) => item.permissions.join(' ')],
  ['Granted by', (item) => item.granted_by],
  ['Granted at', (item) => timeOf(item.granted_at)],
  ['Last used', (item) => item.last_used_on],
  ['Use recorded since it was granted', (item) => yesNo(item.is_use_complete)],
  ['Other users', (item) => String(item.others_total)],
  ['Others with this access', (item) => String(item.others_have)],
  ['Conflicting permissions', (item) => item.conflicts.map((pair) => pair.join(' with ')).join(', ')],
  ['Decision', (item) => (item.decision ? REVIEW_DECISIONS[item.decision] : 'Undecided')],
  ['Reason', (item) => item.reason],
  ['Replacement', (item) => item.replacement_name],
  ['Decided by', (item) => item.decided_by_name],
  ['Decided at', (item) => timeOf(item.decided_at)],
  ['Outcome', (item) => item.outcome && REVIEW_OUTCOMES[item.outcome]],
  ['Outcome detail', (item) => item.outcome_detail],
  ['Outcome at', (item) => timeOf(item.outcome_at)],
]

/** Evidence as the rows of an export: only what is stored, in a fixed order, so that it is the same each time. */
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
        ...items.map((item) => line(EVIDENCE_RECORDS.item, ...COLUMNS.map(([, value]) => value(item)))),
      ]
      const signed = Buffer.from(lines.join(''))
      yield signed
      const { fingerprint } = publicKeyOf(key)
      yield Buffer.from(signatureLine(fingerprint, sign(null, signed, key)))
      await onRows(items.length)
    },
  }
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
    ['Due', timeOf(review.due_at)],
    ['Started by', review.started_by_name],
    ['Started at', timeOf(review.started_at)],
    ['Finished by', review.finished_by_name ?? 'Deadline'],
    ['Finished at', timeOf(review.finished_at)],
    ['Cancel reason', review.cancel_reason],
    ['Use recorded since', review.use_recorded_since],
    ...reviewers.map(({ name }): [string, string] => ['Reviewer', name]),
    ['Items', String(items.length)],
    ['Decided to keep', count(({ decision }) => decision === 'KEEP')],
    ['Decided to remove', count(({ decision }) => decision === 'REMOVE')],
    ['Undecided', count(({ decision }) => decision === null)],
    ['Removed', count(({ outcome }) => outcome === 'REMOVED')],
    ['No longer held', count(({ outcome }) => outcome === 'GONE')],
    ['Not possible', count(({ outcome }) => outcome === 'NOT_POSSIBLE')],
  ]
}

const MANILA_MS = 8 * 3_600_000

/** Manila has no daylight saving time. */
const timeOf = (time: Date | null) =>
  time && `${new Date(time.getTime() + MANILA_MS).toISOString().slice(0, 19)}+08:00`

const yesNo = (value: boolean) => (value ? 'Yes' : 'No')
