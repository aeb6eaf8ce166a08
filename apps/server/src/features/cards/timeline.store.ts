import { MAX_TIMELINE_ITEMS, type TimelineItem } from '@backoffice/contract/cards'
import type { InquiryOutcome } from '@backoffice/contract/inquiry-criteria'
import type { Purpose } from '@backoffice/contract/purposes'
import { sql } from 'kysely'
import type { Reader } from '../../db/client.ts'

/** Inquiries of a card, newest first; with `owner` only those of this user. */
export async function listInquiriesOfCard(
  db: Reader,
  cardId: string,
  owner: string | null,
): Promise<{ items: TimelineItem[]; total: number }> {
  const ofCard = db.selectFrom('inquiries').where('card_id', '=', cardId)
  const visible = owner ? ofCard.where('owner_id', '=', owner) : ofCard
  const [rows, { total }] = await Promise.all([
    visible
      .innerJoin('users', 'users.id', 'inquiries.owner_id')
      .select([
        'inquiries.id',
        'inquiries.created_at',
        'owner_id',
        sql<string>`given_name || ' ' || family_name`.as('owner_name'),
        // The table's constraints ensure that these are present for an inquiry about a card.
        sql<Purpose>`purpose`.as('purpose'),
        sql<string>`ticket_no`.as('ticket_no'),
        sql<string>`date_from`.as('date_from'),
        sql<string>`date_to`.as('date_to'),
        sql<InquiryOutcome>`outcome`.as('outcome'),
        'pending',
      ])
      .orderBy('inquiries.created_at', 'desc')
      .orderBy('inquiries.id')
      .limit(MAX_TIMELINE_ITEMS)
      .execute(),
    visible.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow(),
  ])
  const items = rows.map(
    ({ id, created_at, owner_id, owner_name, ...row }): TimelineItem => ({
      kind: 'INQUIRY',
      id,
      at: created_at.toISOString(),
      user: { id: owner_id, name: owner_name },
      ...row,
    }),
  )
  return { items, total }
}
