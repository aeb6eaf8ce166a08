import * as z from 'zod/mini'
import type { Schemas } from '../endpoint.ts'
import { PURPOSES } from '../purposes.ts'
import { count, textCheckedByRules, uuid } from './values.ts'

const quota = { used: count, quota: count }

export const cardSchemas = {
  revealQuota: {
    summary: 'How many card numbers the caller has revealed today, and may reveal',
    audit: { resource: 'card', action: 'view' },
    reply: z.object(quota),
  },
  reveal: {
    summary:
      'The whole number of one card, to be shown for 30 seconds; recorded, and counted against a daily quota',
    audit: { resource: 'card', action: 'reveal', id: 'body.card_id' },
    isSecret: true,
    body: z.strictObject({ card_id: uuid, reason: z.enum(PURPOSES), ticket_no: textCheckedByRules }),
    reply: z.object({ card_number: z.string(), ...quota }),
  },
} satisfies Record<string, Schemas>
