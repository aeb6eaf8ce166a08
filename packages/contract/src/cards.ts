import type { cardSchemas } from './cards.schemas.ts'
import { addresses, type Reply } from './endpoint.ts'

/** Display time of a revealed number. */
export const REVEAL_SECONDS = 30

/** Most recent inquiries in the timeline of a card. */
export const MAX_TIMELINE_ITEMS = 200

export const cardEndpoints = addresses<typeof cardSchemas>('operations')({
  revealQuota: { method: 'GET', path: '/card/reveal', access: 'card:unmask', effect: 'read' },
  reveal: {
    method: 'POST',
    path: '/card/reveal',
    access: 'card:unmask',
    effect: 'write',
    rules: {
      reason: { label: 'Reason', rules: 'select_required' },
      ticket_no: { label: 'Ticket number', rules: 'required|max:30' },
    },
  },
  timeline: {
    method: 'POST',
    path: '/card/timeline',
    access: { anyOf: ['inquiry:run', 'inquiry:view-all'] },
    effect: 'read',
  },
})

export type TimelineItem = Reply<typeof cardEndpoints.timeline>['items'][number]
