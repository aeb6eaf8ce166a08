/**
 * Headers of a write that may need approval; the reason is percent-encoded. In a file of their own, because every page
 * loads them.
 */
export const APPROVAL_HEADERS = { reason: 'approval-reason', ticket: 'approval-ticket' } as const
