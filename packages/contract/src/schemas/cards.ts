import * as z from 'zod/mini'
import type { Schemas } from '../endpoint.ts'
import { PURPOSES } from '../purposes.ts'
import { count, textCheckedByRules, uuid } from './values.ts'

const quota = { used: count, quota: count }

export const cardSchemas = {
  revealQuota: {
    summary: 'Daily quota of card numbers that the caller may reveal, and its use',
    audit: { resource: 'card', action: 'view' },
    reply: z.object(quota),
  },
  reveal: {
    summary: 'Reveal the whole number of a card for 30 seconds. Audited and counted against a daily quota',
    audit: { resource: 'card', action: 'reveal', id: 'body.card_id' },
    isSecret: true,
    body: z.strictObject({ card_id: uuid, reason: z.enum(PURPOSES), ticket_no: textCheckedByRules }),
    reply: z.object({ card_number: z.string(), ...quota }),
  },
} satisfies Record<string, Schemas>
