/**
 * Headers of a write that may need approval; the reason is percent-encoded. In a separate file, because every page
 * loads them.
 */
export const APPROVAL_HEADERS = { reason: 'approval-reason', ticket: 'approval-ticket' } as const
