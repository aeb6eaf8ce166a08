import type { accessRequestSchemas } from './access-requests.schemas.ts'
import { addresses, type BodyRules, type Reply } from './endpoint.ts'

export const ACCESS_REQUEST_RULES = {
  reason: { label: 'Reason', rules: 'required|max:200' },
  ticket_no: { label: 'Ticket number', rules: 'max:30' },
} as const satisfies BodyRules

/** The ticket number is required too. */
export const BREAK_GLASS_RULES = {
  ...ACCESS_REQUEST_RULES,
  ticket_no: { label: 'Ticket number', rules: 'required|max:30' },
} as const satisfies BodyRules

export const accessRequestEndpoints = addresses<typeof accessRequestSchemas>('user')({
  options: { method: 'POST', path: '/access-requests/options', access: 'signed-in', effect: 'read' },
  create: {
    method: 'POST',
    path: '/access-requests',
    access: 'signed-in',
    effect: 'write',
    rules: ACCESS_REQUEST_RULES,
  },
  breakGlass: {
    method: 'POST',
    path: '/access-requests/break-glass',
    access: 'signed-in',
    effect: 'write',
    rules: BREAK_GLASS_RULES,
  },
})

export type AccessOptions = Reply<typeof accessRequestEndpoints.options>
export type AccessChoice = AccessOptions['choices'][number]
