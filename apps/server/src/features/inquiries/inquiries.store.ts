import {
  type CaseKind,
  type CaseResolution,
  type CaseStatus,
  caseNumber,
} from '@backoffice/contract/case-values'
import type { FileState } from '@backoffice/contract/file-states'
import type { CaseInReply, Inquiry, StoredResult } from '@backoffice/contract/inquiries'
import type { InquiryOutcome, SingleMode } from '@backoffice/contract/inquiry-criteria'
import type { FieldOf, ListQuery } from '@backoffice/contract/list'
import { inquiriesList } from '@backoffice/contract/lists/inquiries'
import { sql } from 'kysely'
import type { CardNumber } from '../../db/card-number.ts'
import type { Reader, Tx } from '../../db/client.ts'
import { daysBefore } from '../../db/retention-periods.ts'
import type { RowRange } from '../../files/result/result-chunks.ts'
import { insertChunks } from '../../files/tracked/chunks.store.ts'
import { listRows } from '../../kernel/list-rows.ts'
import { findPostings, hasTransaction } from '../transactions/postings.store.ts'
import type { TransactionSources } from '../transactions/transactions.store.ts'

type NewInquiry = {
  id: string
  mode: 'FILE'
  source_filekey: string
  purpose: Inquiry['purpose']
  ticket_no: string
  as_of: string
  partial: boolean
  date_from: string | null
  date_to: string | null
  duplicate_reason: string | null
  owner_id: string
}

export async function insertInquiry(tx: Tx, inquiry: NewInquiry, chunks: readonly RowRange[]): Promise<void> {
  await tx.insertInto('inquiries').values(inquiry).execute()
  await insertChunks(tx, inquiry.source_filekey, chunks)
}

type NewResult = {
  id: string
  mode: SingleMode
  subject: string
  card_id: string | null
  purpose: Inquiry['purpose']
  ticket_no: string
  as_of: string
  date_from: string
  date_to: string
  criteria: StoredResult['criteria']
  outcome: InquiryOutcome
  rows: number
  pending: number
  answer: StoredResult
  owner_id: string
  created_at: Date
}

export async function insertResult(tx: Tx, result: NewResult): Promise<void> {
  await tx.insertInto('inquiries').values(result).execute()
}

/** Stored result of a single inquiry; null once removed, and for inquiries over files. */
export async function findStoredResult(db: Reader, id: string) {
  const row = await db
    .selectFrom('inquiries')
    .select(['answer', 'answer_removed_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  return { result: row?.answer ?? null, removedAt: row?.answer_removed_at ?? null }
}

export async function findInquiryOwner(db: Reader, id: string): Promise<{ owner_id: string } | undefined> {
  return db.selectFrom('inquiries').select('owner_id').where('id', '=', id).executeTakeFirst()
}

/** `owner` limits the list to inquiries of this user. */
export function inquiriesSource(db: Reader, owner: string | null) {
  // Single inquiries complete immediately.
  const state = sql<FileState>`coalesce(files.state, 'COMPLETED')`
  const rows = sql<number>`coalesce(files.total, inquiries.rows)`
  // As in `outcomesOf`, but the same for all readers.
  const isShown = sql`(files.state IN ('COMPLETED', 'COMPLETED_WITH_ERRORS')
    AND (files.held_at IS NULL OR files.hold_decision = 'RELEASED'))`
  const found = sql<number | null>`CASE WHEN ${isShown} THEN files.found END`
  const not_found = sql<number | null>`CASE WHEN ${isShown} THEN files.not_found END`
  const query = db
    .selectFrom('inquiries')
    .leftJoin('files', 'files.source_filekey', 'inquiries.source_filekey')
    .innerJoin('users', 'users.id', 'inquiries.owner_id')
    .select([
      'inquiries.id',
      'mode',
      'subject',
      'outcome',
      'purpose',
      'ticket_no',
      'as_of',
      'owner_id',
      sql<string>`given_name || ' ' || family_name`.as('owner_name'),
      'inquiries.created_at',
      'inquiries.source_filekey',
      'file_name',
      state.as('state'),
      rows.as('rows'),
      found.as('found'),
      not_found.as('not_found'),
    ])
  const [ticket_no, subject] = [
    sql.ref('inquiries.ticket_no'),
    sql`coalesce(inquiries.subject, files.file_name)`,
  ]
  return {
    declaration: inquiriesList,
    query: owner ? query.where('inquiries.owner_id', '=', owner) : query,
    id: sql.ref('inquiries.id'),
    fields: {
      mode: { sql: sql.ref('inquiries.mode') },
      subject: { sql: subject },
      purpose: { sql: sql.ref('inquiries.purpose') },
      ticket_no: { sql: ticket_no, nullable: true },
      state: { sql: state },
      outcome: { sql: sql.ref('inquiries.outcome'), nullable: true },
      owner: { sql: sql`(given_name || ' ' || family_name)` },
      created_at: { sql: sql.ref('inquiries.created_at') },
      as_of: { sql: sql.ref('inquiries.as_of') },
      rows: { sql: rows },
      found: { sql: found, nullable: true },
      not_found: { sql: not_found, nullable: true },
    },
    searched: [subject, ticket_no],
  }
}

export function listInquiries(
  db: Reader,
  query: ListQuery<FieldOf<typeof inquiriesList>>,
  owner: string | null,
) {
  return listRows(db, inquiriesSource(db, owner), query)
}

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
