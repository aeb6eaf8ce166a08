/** Header names of a write that may need approval, apart from the kinds because every page sends them. The reason is percent-encoded. */
export const APPROVAL_HEADERS = { reason: 'approval-reason', ticket: 'approval-ticket' } as const
