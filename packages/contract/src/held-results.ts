/** Reasons to hold the result of a file inquiry that looks like a search for a card number. */
export const HOLD_REASON_LABELS = {
  NOT_FOUND: 'More than half of its cards were not found',
  SAME_LAST_FOUR: 'Too many of its cards share the same last four digits',
} as const
export type HoldReason = keyof typeof HOLD_REASON_LABELS

export const HOLD_DECISIONS = ['RELEASED', 'REFUSED'] as const
