import { may } from '@backoffice/contract/access'
import type { api } from '@backoffice/contract/api'
import { MAX_TIMELINE_ITEMS, type TimelineItem } from '@backoffice/contract/cards'
import { elementAt } from '@backoffice/contract/objects'
import type { Database, Reader } from '../../db/client.ts'
import type { Ledger } from '../../db/ledger.ts'
import type { Caller } from '../../kernel/caller.ts'
import { startOfToday } from '../../kernel/clock.ts'
import { HttpError } from '../../kernel/errors.ts'
import type { Handlers } from '../../kernel/mount.ts'
import { scopeOf } from '../cases/case-values.ts'
import { listCasesOfCard, toCaseRow } from '../cases/cases.store.ts'
import { type RevealDeps, requireReveal, reveal } from '../reveals/reveal.ts'
import { countReveals } from '../reveals/reveals.store.ts'
import { findCard } from '../transactions/transactions.store.ts'
import { listInquiriesOfCard } from './timeline.store.ts'

type Deps = RevealDeps & { db: Database; ledger: Ledger }

/** Quotas count per day in Manila. */
export function cardsHandlers(deps: Deps): Handlers<(typeof api)['cards']> {
  const { db, ledger, clock, quotas } = deps
  return {
    revealQuota: async (_, { caller }) => ({
      used: await countReveals(db, caller.id, startOfToday(clock.now())),
      quota: quotas.reveals,
    }),

    timeline: async ({ body }, { caller }) => readTimeline(db, body.card_id, caller, clock.now()),

    reveal: async ({ body: { card_id, ...input } }, call) => {
      requireReveal(call, input)
      return async (tx) => {
        const card = await findCard(ledger.during(tx), card_id)
        if (!card)
          throw new HttpError('not_found', { code: 'card_not_found', detail: 'There is no such card.' })
        const revealed = await reveal(tx, deps, call, input, { use: 'screen', cards: [card] })
        const { used, quota, audit } = revealed
        return {
          resource: { card_number: revealed.numberOf(card), used, quota },
          audit: [elementAt(audit, 0)],
        }
      }
    },
  }
}

/** Inquiries and cases of a card that the caller may see, newest first. */
async function readTimeline(db: Reader, cardId: string, caller: Caller, now: Date) {
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
