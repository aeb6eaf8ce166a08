import type { api } from '@backoffice/contract/api'
import { elementAt } from '@backoffice/contract/objects'
import type { Database } from '../../db/client.ts'
import type { Ledger } from '../../db/ledger.ts'
import { startOfToday } from '../../kernel/clock.ts'
import { HttpError } from '../../kernel/errors.ts'
import type { Handlers } from '../../kernel/mount.ts'
import { type RevealDeps, requireReveal, reveal } from '../reveals/reveal.ts'
import { countReveals } from '../reveals/reveals.store.ts'
import { findCard } from '../transactions/transactions.store.ts'
import { readTimeline } from './timeline.ts'

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
