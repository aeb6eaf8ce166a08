import { sql } from 'kysely'
import type { Reader, Tx } from '../../db/client.ts'
import type { RowRange } from '../../inquiry-file/plan-chunks.ts'
import { containsPattern, EXACT_TOTAL } from '../../kernel/paging.ts'
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

/** Newest first. `owner`: only the inquiries of this user. */
export async function listInquiries(
  db: Reader,
  { search, page, page_size }: { search?: string | undefined; page: number; page_size: number },
  owner: string | null,
) {
  let matching = db
    .selectFrom('inquiries')
    .innerJoin('files', 'files.source_filekey', 'inquiries.source_filekey')
    .innerJoin('users', 'users.id', 'inquiries.owner_id')
  if (owner) matching = matching.where('inquiries.owner_id', '=', owner)
  if (search) {
    const pattern = containsPattern(search)
    matching = matching.where((q) =>
      q.or([q('files.file_name', 'ilike', pattern), q('ticket_no', 'ilike', pattern)]),
    )
  }
  const rows = await matching
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
    .orderBy('inquiries.created_at', 'desc')
    .orderBy('inquiries.id')
    .limit(page_size)
    .offset((page - 1) * page_size)
    .execute()
  const { counted } = await db
    .selectFrom(
      matching
        .select('inquiries.id')
        .limit(EXACT_TOTAL + 1)
        .as('capped'),
    )
    .select(sql<number>`count(*)::int`.as('counted'))
    .executeTakeFirstOrThrow()
  return { rows, counted }
}
