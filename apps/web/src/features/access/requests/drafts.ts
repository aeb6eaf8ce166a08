import type { Duration } from './durations.ts'

/** Input of the dialog. Both of its forms have the reason and the ticket number. */
export type Draft = {
  access: string
  hours: Duration
  until: string
  role_id: string
  reason: string
  ticket_no: string
}

/** Input of closed dialogs by permission, so that Escape loses nothing. In memory only. */
const drafts = new Map<string, Partial<Draft>>()

export const draftOf = (permission: string): Partial<Draft> => drafts.get(permission) ?? {}

export function keepDraft(permission: string, values: Partial<Draft>): void {
  drafts.set(permission, { ...draftOf(permission), ...values })
}

export const dropDraft = (permission: string) => drafts.delete(permission)
