import { may } from '@backoffice/contract/access'
import { MAX_TIMELINE_ITEMS, type TimelineItem } from '@backoffice/contract/cards'
import type { Reader } from '../../db/client.ts'
import type { Caller } from '../../kernel/caller.ts'
import { scopeOf } from '../cases/case-values.ts'
import { listCasesOfCard, toCaseRow } from '../cases/cases.store.ts'
import { listInquiriesOfCard } from './timeline.store.ts'

/** Inquiries and cases of a card that the caller may see, newest first. */
export async function readTimeline(db: Reader, cardId: string, caller: Caller, now: Date) {
  const { access, id } = caller
  const owner = may(access, 'inquiry:view-all') ? null : id
  const [inquiries, cases] = await Promise.all([
    listInquiriesOfCard(db, cardId, owner),
    may(access, 'case:view') ? listCasesOfCard(db, cardId, scopeOf(caller, now), MAX_TIMELINE_ITEMS) : [],
  ])
  const ofCases = cases.map(toCaseRow).map(
    ({ id, opened_at, opened_by, case_no, kind, status, assignee, ticket_no }): TimelineItem => ({
      kind: 'CASE',
      id,
      at: opened_at,
      user: opened_by,
      case_kind: kind,
      ...{ case_no, status, assignee, ticket_no },
    }),
  )
  const items = [...inquiries.items, ...ofCases].toSorted((a, b) => b.at.localeCompare(a.at))
  return { items: items.slice(0, MAX_TIMELINE_ITEMS), total: inquiries.total + ofCases.length }
}
