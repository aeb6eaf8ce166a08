import { MAX_REASON_CHARS } from '@backoffice/contract/approvals'

/** The reason of a decision or a cancellation. */
export const REASON_FIELD = {
  reason: { label: 'Reason', rules: `required|max:${MAX_REASON_CHARS}` },
} as const
