import type { caseSchemas } from './cases.schemas.ts'
import { addresses, type BodyRules, type Reply } from './endpoint.ts'

/** Shows the cases that the caller opened or is assigned to, and all with `case:view-all`. */
const access = 'case:view'

export const CASE_RULES = {
  kind: { label: 'Kind', rules: 'select_required' },
  ticket_no: { label: 'Ticket number', rules: 'required|max:30' },
} as const satisfies BodyRules

const REASON = { reason: { label: 'Reason', rules: 'required|max:200' } } as const

export const caseEndpoints = addresses<typeof caseSchemas>('operations')({
  list: { method: 'POST', path: '/cases/list', access, effect: 'read' },
  counts: { method: 'GET', path: '/cases/counts', access, effect: 'read' },
  export: { method: 'POST', path: '/cases/export', access: 'case:export', effect: 'write' },
  get: { method: 'GET', path: '/cases/:id', access, effect: 'read' },
  create: { method: 'POST', path: '/cases', access: 'case:create', effect: 'write', rules: CASE_RULES },
  createForCards: { method: 'POST', path: '/cases/for-cards', access: 'case:create', effect: 'write' },
  update: { method: 'PATCH', path: '/cases/:id', access: 'case:update', effect: 'write', rules: CASE_RULES },
  addPurchases: { method: 'POST', path: '/cases/:id/purchases', access: 'case:update', effect: 'write' },
  removePurchase: {
    method: 'POST',
    path: '/cases/:id/purchases/remove',
    access: 'case:update',
    effect: 'write',
  },
  addNote: {
    method: 'POST',
    path: '/cases/:id/notes',
    access: 'case:update',
    effect: 'write',
    rules: { text: { label: 'Note', rules: 'required|max:2000' } },
  },
  assign: { method: 'POST', path: '/cases/assign', access: 'case:assign', effect: 'write' },
  markSent: { method: 'POST', path: '/cases/mark-sent', access: 'case:export', effect: 'write' },
  send: { method: 'POST', path: '/cases/send', access: 'case:export', effect: 'write' },
  resolve: { method: 'POST', path: '/cases/resolve', access: 'case:resolve', effect: 'write' },
  reject: { method: 'POST', path: '/cases/reject', access: 'case:resolve', effect: 'write', rules: REASON },
  reopen: { method: 'POST', path: '/cases/reopen', access: 'case:resolve', effect: 'write', rules: REASON },
  import: { method: 'POST', path: '/cases/import', access: 'case:resolve', effect: 'write' },
  template: { method: 'GET', path: '/cases/template', access: 'case:resolve', effect: 'read' },
  people: {
    method: 'GET',
    path: '/cases/people',
    access: { anyOf: ['case:update', 'case:assign'] },
    effect: 'read',
  },
  notices: { method: 'GET', path: '/cases/notices', access, effect: 'read' },
  readNotices: { method: 'POST', path: '/cases/notices/read', access, effect: 'write' },
})

export type CaseRow = Reply<typeof caseEndpoints.list>['items'][number]

export type CaseDetail = Reply<typeof caseEndpoints.get>

export type CasePurchase = CaseDetail['purchases'][number]

export type CaseNote = CaseDetail['notes'][number]

export type CaseCounts = Reply<typeof caseEndpoints.counts>

export type CaseNotice = Reply<typeof caseEndpoints.notices>['items'][number]
