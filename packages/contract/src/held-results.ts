/** Label of the state of a held result. */
export const HELD_LABEL = 'Held for a check'

/** Reasons to hold the result of a file inquiry that looks like a search for a card number. */
export const HOLD_REASON_LABELS = {
  NOT_FOUND: 'More than half of its cards were not found',
  NOT_FOUND_IN_A_DAY: 'Too many cards of its uploader were not found that day',
  SAME_LAST_FOUR: 'Too many cards of its uploader that were not found share the same last four digits',
} as const
export type HoldReason = keyof typeof HOLD_REASON_LABELS

export const HOLD_DECISIONS = ['RELEASED', 'REFUSED'] as const
