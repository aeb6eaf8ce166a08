import { REVIEW_READERS } from '../access.ts'
import { addresses, type Reply } from '../endpoint.ts'
import type { reviewSchemas } from '../reviews.schemas.ts'

const ANY = { anyOf: REVIEW_READERS } as const

export const reviewEndpoints = addresses<typeof reviewSchemas>('user')({
  list: { method: 'POST', path: '/reviews/list', access: ANY, effect: 'read' },
  counts: { method: 'GET', path: '/reviews/counts', access: 'signed-in', effect: 'read' },
  preview: { method: 'POST', path: '/reviews/preview', access: 'review:manage', effect: 'read' },
  reviewers: { method: 'GET', path: '/reviews/reviewers', access: 'review:manage', effect: 'read' },
  start: { method: 'POST', path: '/reviews', access: 'review:manage', effect: 'write' },
  evidenceKey: { method: 'GET', path: '/reviews/evidence-key', access: ANY, effect: 'read' },
  get: { method: 'GET', path: '/reviews/:id', access: ANY, effect: 'read' },
  update: { method: 'PATCH', path: '/reviews/:id', access: 'review:manage', effect: 'write' },
  items: { method: 'POST', path: '/reviews/:id/items', access: ANY, effect: 'read' },
  replacements: { method: 'GET', path: '/reviews/:id/replacements', access: 'review:decide', effect: 'read' },
  decide: { method: 'POST', path: '/reviews/:id/decide', access: 'review:decide', effect: 'write' },
  keepUsed: { method: 'POST', path: '/reviews/:id/keep-used', access: 'review:decide', effect: 'write' },
  finish: { method: 'POST', path: '/reviews/:id/finish', access: 'review:manage', effect: 'write' },
  cancel: { method: 'POST', path: '/reviews/:id/cancel', access: 'review:manage', effect: 'write' },
  evidence: { method: 'POST', path: '/reviews/:id/evidence', access: 'review:view', effect: 'write' },
})

export type ReviewRow = Reply<typeof reviewEndpoints.list>['items'][number]
export type Review = Reply<typeof reviewEndpoints.get>
export type ReviewItem = Reply<typeof reviewEndpoints.items>['items'][number]
