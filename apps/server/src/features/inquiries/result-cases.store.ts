import type { CaseKind, CaseResolution, CaseStatus } from '@backoffice/contract/cases'
import { caseNumber } from '@backoffice/contract/cases'
import type { CaseInReply, StoredResult } from '@backoffice/contract/inquiries'
import { sql } from 'kysely'
import type { CardNumber } from '../../db/card-number.ts'
import { daysBefore } from '../../db/retention-periods.ts'
import { findPostings, hasTransaction } from '../transactions/postings.store.ts'
import type { TransactionSources } from '../transactions/transactions.store.ts'

/** Days after its end for which a reply names a case. */
const RECENT_DAYS = 30
const MOST_CASES = 20

type FollowedPurchase = { transaction_id: string | null; card_number: CardNumber }

type CaseOfCard = {
  case_no: string
  kind: CaseKind
  status: CaseStatus
  sent_at: Date | null
  resolution: CaseResolution | null
  resolved_at: Date | null
  purchases: FollowedPurchase[]
}

/** Open and recently closed cases of the listed transactions, with the current statuses of their purchases. */
export async function listCasesOf(
  { db, ledger }: TransactionSources,
  { cards, items }: Pick<StoredResult, 'cards' | 'items'>,
  now: Date,
): Promise<CaseInReply[]> {
  if (cards.length === 0 || items.length === 0) return []
  const cardIds = cards.map(({ card_id }) => card_id)
  const ids = items.map(({ transaction_id }) => transaction_id)
  const { rows } = await sql<CaseOfCard>`
    SELECT case_no, kind, cases.status, sent_at, resolution, resolved_at, purchases.list AS purchases
    FROM cases, LATERAL (
      SELECT json_agg(json_build_object('transaction_id', p.transaction_id::text, 'card_number', p.card_number::text)
          ORDER BY p.no) AS list,
        coalesce(bool_or(p.transaction_id = ANY(${ids}::bigint[])), false) AS is_listed
      FROM case_purchases p WHERE p.case_id = cases.id
    ) AS purchases
    WHERE card_id = ANY(${cardIds}::uuid[]) AND is_listed
      AND (cases.status IN ('OPEN', 'SENT') OR resolved_at >= ${daysBefore(now, RECENT_DAYS)})
    ORDER BY case_no DESC LIMIT ${MOST_CASES}`.execute(db)
  const postings = await findPostings(
    ledger.db,
    rows.flatMap(({ purchases }) => purchases.filter(hasTransaction)),
  )
  return rows.toReversed().map(({ case_no, sent_at, resolved_at, purchases, ...rest }) => ({
    ...rest,
    case_no: caseNumber(case_no),
    sent_at: sent_at?.toISOString() ?? null,
    resolved_at: resolved_at?.toISOString() ?? null,
    purchases: purchases.map(({ transaction_id }) => {
      const { status = null, posted_at = null } = postings.get(transaction_id ?? '') ?? {}
      return { transaction_id, status, posted_at: posted_at?.toISOString() ?? null }
    }),
  }))
}
