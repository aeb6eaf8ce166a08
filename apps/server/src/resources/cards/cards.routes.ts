import type { api } from '@backoffice/contract/api'
import { maskedCard } from '@backoffice/contract/card-number'
import { checkTicket } from '@backoffice/contract/inquiry-criteria'
import { type Clock, secondsOfDayLeft, startOfToday } from '../../adapters/clock.ts'
import type { Config } from '../../config.ts'
import type { Database } from '../../db/client.ts'
import type { Ledger } from '../../db/ledger.ts'
import { HttpError, invalidField } from '../../kernel/errors.ts'
import type { Handlers } from '../../kernel/mount.ts'
import { findCard } from '../transactions/transactions.store.ts'
import { countReveals, insertReveal, lockRevealer } from './cards.store.ts'
import { readTimeline } from './timeline.ts'

type Deps = { db: Database; ledger: Ledger; clock: Clock; quotas: Pick<Config['quotas'], 'reveals'> }

/** Quotas count per day in Manila. */
export function cardsHandlers({ db, ledger, clock, quotas }: Deps): Handlers<(typeof api)['cards']> {
  const quota = quotas.reveals
  const today = () => startOfToday(clock.now())
  return {
    revealQuota: async (_, { caller }) => ({ used: await countReveals(db, caller.id, today()), quota }),

    timeline: async ({ body }, { caller }) => readTimeline(db, body.card_id, caller, clock.now()),

    reveal: async ({ body: { card_id, reason, ticket_no } }, { caller }) => {
      const problem = checkTicket(ticket_no)
      if (problem) throw invalidField('ticket_no', 'invalid', problem)
      return async (tx) => {
        await lockRevealer(tx, caller.id)
        const used = await countReveals(tx, caller.id, today())
        if (used >= quota) {
          const detail = `You have revealed ${used} card numbers today, your daily limit. Ask a colleague, or try again tomorrow.`
          throw new HttpError('reveal_quota_used', {
            detail,
            retryAfterSeconds: secondsOfDayLeft(clock.now()),
          })
        }
        const number = (await findCard(ledger.during(tx), card_id))?.card_number
        if (!number)
          throw new HttpError('not_found', { code: 'card_not_found', detail: 'There is no such card.' })
        const ticket = ticket_no.trim()
        await insertReveal(tx, {
          card_id,
          revealed_by: caller.id,
          revealed_at: clock.now(),
          reason,
          ticket_no: ticket,
        })
        const changes = {
          card: [null, maskedCard(number)],
          reason: [null, reason],
          ticket_no: [null, ticket],
          used: [used, used + 1],
        } as const
        return { resource: { card_number: number, used: used + 1, quota }, audit: [{ id: card_id, changes }] }
      }
    },
  }
}
