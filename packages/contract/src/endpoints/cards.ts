import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { PURPOSES } from '../purposes.ts'
import { count, textCheckedByRules, uuid } from '../schemas.ts'

/** How long a number that was revealed may be shown. */
export const REVEAL_SECONDS = 30

const quota = { used: count, quota: count }

export const cardEndpoints = {
  revealQuota: endpoint({
    api: 'operations',
    method: 'GET',
    path: '/card/reveal',
    summary: 'How many card numbers the caller has revealed today, and may reveal',
    access: 'card:unmask',
    audit: { resource: 'card', action: 'view' },
    effect: 'read',
    reply: z.object(quota),
  }),
  reveal: endpoint({
    api: 'operations',
    method: 'POST',
    path: '/card/reveal',
    summary:
      'The whole number of one card, to be shown for 30 seconds; recorded, and counted against a daily quota',
    access: 'card:unmask',
    audit: { resource: 'card', action: 'reveal', id: 'body.card_id' },
    effect: 'write',
    isSecret: true,
    body: z.strictObject({ card_id: uuid, reason: z.enum(PURPOSES), ticket_no: textCheckedByRules }),
    rules: {
      reason: { label: 'Reason', rules: 'select_required' },
      ticket_no: { label: 'Ticket number', rules: 'required|max:30' },
    },
    reply: z.object({ card_number: z.string(), ...quota }),
  }),
}
