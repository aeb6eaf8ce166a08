import { addresses } from '../endpoint.ts'
import type { cardSchemas } from '../schemas/cards.ts'

/** Display time of a revealed number. */
export const REVEAL_SECONDS = 30

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
})
