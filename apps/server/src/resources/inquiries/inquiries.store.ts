import type { FieldOf, ListQuery } from '@backoffice/contract/list'
import { inquiriesList } from '@backoffice/contract/lists/inquiries'
import { sql } from 'kysely'
import type { Reader, Tx } from '../../db/client.ts'
import type { RowRange } from '../../inquiry-file/plan-chunks.ts'
import { listRows } from '../../kernel/list-rows.ts'
import { insertChunks } from '../files/chunks.store.ts'

export type NewInquiry = {
  id: string
  mode: 'FILE'
  source_filekey: string
  purpose: string
  ticket_no: string | null
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

export async function findInquiryOwner(db: Reader, id: string): Promise<{ owner_id: string } | undefined> {
  return db.selectFrom('inquiries').select('owner_id').where('id', '=', id).executeTakeFirst()
}

/** `owner`: only the inquiries of this user. */
export function inquiriesSource(db: Reader, owner: string | null) {
  const query = db
    .selectFrom('inquiries')
    .innerJoin('files', 'files.source_filekey', 'inquiries.source_filekey')
    .innerJoin('users', 'users.id', 'inquiries.owner_id')
    .select([
      'inquiries.id',
      'purpose',
      'ticket_no',
      'as_of',
      'owner_id',
      sql<string>`given_name || ' ' || family_name`.as('owner_name'),
      'inquiries.created_at',
      'inquiries.source_filekey',
      'file_name',
      'state',
      'total',
      'found',
      'not_found',
    ])
  const [ticket_no, file_name] = [sql.ref('inquiries.ticket_no'), sql.ref('files.file_name')]
  return {
    declaration: inquiriesList,
    query: owner ? query.where('inquiries.owner_id', '=', owner) : query,
    id: sql.ref('inquiries.id'),
    fields: {
      purpose: { sql: sql.ref('inquiries.purpose') },
      ticket_no: { sql: ticket_no, nullable: true },
      file_name: { sql: file_name },
      state: { sql: sql.ref('files.state') },
      owner: { sql: sql`(given_name || ' ' || family_name)` },
      created_at: { sql: sql.ref('inquiries.created_at') },
      as_of: { sql: sql.ref('inquiries.as_of') },
      rows: { sql: sql.ref('files.total') },
      found: { sql: sql.ref('files.found') },
      not_found: { sql: sql.ref('files.not_found') },
    },
    searched: [file_name, ticket_no],
  }
}

export function listInquiries(
  db: Reader,
  query: ListQuery<FieldOf<typeof inquiriesList>>,
  owner: string | null,
) {
  return listRows(db, inquiriesSource(db, owner), query)
}
