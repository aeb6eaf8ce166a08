import * as z from 'zod/mini'
import { CASE_KINDS, CASE_STATUSES } from './case-values.ts'
import type { Schemas } from './endpoint.ts'
import { INQUIRY_OUTCOMES } from './inquiry-criteria.ts'
import { keysOf } from './objects.ts'
import { PURPOSES } from './purposes.ts'
import { count, day, person, revealReason, timestamp, uuid, wholeNumber } from './values.schemas.ts'

/** An event of a card. */
const timelineItem = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('INQUIRY'),
    id: uuid,
    at: timestamp,
    user: person,
    purpose: z.enum(PURPOSES),
    ticket_no: z.string(),
    date_from: day,
    date_to: day,
    outcome: z.enum(keysOf(INQUIRY_OUTCOMES)),
    /** Pending transactions that it found; null if they were not counted. */
    pending: z.nullable(count),
  }),
  z.object({
    kind: z.literal('CASE'),
    id: uuid,
    /** When the case was opened. */
    at: timestamp,
    user: person,
    case_no: z.string(),
    case_kind: z.enum(CASE_KINDS),
    status: z.enum(CASE_STATUSES),
    assignee: z.nullable(person),
    ticket_no: z.string(),
  }),
])

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
    recentSignIn: 'always',
    body: z.extend(revealReason, { card_id: uuid }),
    reply: z.object({ card_number: wholeNumber, ...quota }),
  },
  timeline: {
    summary:
      'Inquiries and cases of a card, newest first: of the caller, or of all users with inquiry:view-all and case:view-all',
    audit: { resource: 'inquiry', action: 'list' },
    body: z.strictObject({ card_id: uuid }),
    reply: z.object({
      items: z.array(timelineItem),
      /** Number of all items, even if only the newest are included. */
      total: count,
    }),
  },
} satisfies Record<string, Schemas>
