import type { FileState } from '@backoffice/contract/file-states'
import type { Inquiry, StoredResult } from '@backoffice/contract/inquiries'
import type { InquiryOutcome, SingleMode } from '@backoffice/contract/inquiry-criteria'
import type { FieldOf, ListQuery } from '@backoffice/contract/list'
import { inquiriesList } from '@backoffice/contract/lists/inquiries'
import { sql } from 'kysely'
import type { Reader, Tx } from '../../db/client.ts'
import type { RowRange } from '../../files/result/result-chunks.ts'
import { insertChunks } from '../../files/tracked/chunks.store.ts'
import { listRows } from '../../kernel/list-rows.ts'

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

/** `owner`: limits the list to inquiries of this user. */
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
