import { sql } from 'kysely'
import type { Reader, Tx } from '../../db/client.ts'
import type { RowRange } from '../../inquiry-file/plan-chunks.ts'
import { containing, EXACT_TOTAL } from '../../kernel/paging.ts'

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
  if (chunks.length === 0) return
  const rows = chunks.map(({ fromRow, toRow }, index) => ({
    source_filekey: inquiry.source_filekey,
    chunk_no: index + 1,
    from_row: fromRow,
    to_row: toRow,
  }))
  await tx.insertInto('inquiry_chunks').values(rows).execute()
}

export async function findChunk(db: Reader, filekey: string, chunkNo: number) {
  return db
    .selectFrom('inquiry_chunks')
    .selectAll()
    .where('source_filekey', '=', filekey)
    .where('chunk_no', '=', chunkNo)
    .executeTakeFirst()
}

/** In the order of their rows. */
export async function listChunks(db: Reader, filekey: string) {
  return db
    .selectFrom('inquiry_chunks')
    .selectAll()
    .where('source_filekey', '=', filekey)
    .orderBy('chunk_no')
    .execute()
}

export async function unfinishedChunks(db: Reader, filekey: string): Promise<number[]> {
  const rows = await db
    .selectFrom('inquiry_chunks')
    .select('chunk_no')
    .where('source_filekey', '=', filekey)
    .where('done_at', 'is', null)
    .orderBy('chunk_no')
    .execute()
  return rows.map((row) => row.chunk_no)
}

export type ChunkOutcome = { bytes: number; sha256: string; found: number; notFound: number }

/** False when another worker has finished it before. */
export async function finishChunk(
  tx: Tx,
  filekey: string,
  chunkNo: number,
  outcome: ChunkOutcome,
  at: Date,
): Promise<boolean> {
  const row = await tx
    .updateTable('inquiry_chunks')
    .set({
      done_at: at,
      bytes: outcome.bytes,
      sha256: outcome.sha256,
      found: outcome.found,
      not_found: outcome.notFound,
    })
    .where('source_filekey', '=', filekey)
    .where('chunk_no', '=', chunkNo)
    .where('done_at', 'is', null)
    .returning('chunk_no')
    .executeTakeFirst()
  return row !== undefined
}

/** Newest first; `owner` narrows to one person's. */
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
    const pattern = containing(search)
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
