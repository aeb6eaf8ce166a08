import { keysOf } from '../objects.ts'

/** Parts of a reply, in their default order. Each is a group of sentences that state findings. */
export const REPLY_PARTS = {
  subject: { label: 'Card and dates', isRequired: true },
  filters: { label: 'Filters', isRequired: true },
  not_found: { label: 'Nothing found', isRequired: true },
  summary: { label: 'Totals', isRequired: false },
  late: { label: 'Late points', isRequired: true },
  cases: { label: 'Cases', isRequired: true },
  early: { label: 'Points not late yet', isRequired: true },
  rejected: { label: 'Rejected purchases', isRequired: true },
  not_listed: { label: 'Older transactions', isRequired: true },
  not_included: { label: 'Not included', isRequired: true },
  nothing_pending: { label: 'Nothing pending', isRequired: false },
} as const satisfies Record<string, { label: string; isRequired: boolean }>
export type ReplyPart = keyof typeof REPLY_PARTS
export const REPLY_PART_NAMES = keysOf(REPLY_PARTS)

/**
 * True if a template must have the part. Without the totals, or without the sentence that nothing is pending, a reply
 * says less but nothing wrong; without any other part it would hide something that the customer relies on.
 */
export const isRequiredPart = (part: ReplyPart) => REPLY_PARTS[part].isRequired

export function isReplyPart(name: string): name is ReplyPart {
  return Object.hasOwn(REPLY_PARTS, name)
}

/** A sentence of a reply, with the part that it belongs to. */
export type ReplySentence = { part: ReplyPart; text: string }
