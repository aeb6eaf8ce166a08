import { maskCardNumbers, passesLuhn, toPlain } from './card-number.ts'
import { keysOf } from './objects.ts'

/** Criteria of a single inquiry, checked by its form and the server. A check returns an error message or undefined. */

export const SINGLE_MODE_LABELS = { CARD: 'Card', ACCOUNT: 'Account', REFERENCE: 'Reference' } as const
export type SingleMode = keyof typeof SINGLE_MODE_LABELS
export const SINGLE_MODES = keysOf(SINGLE_MODE_LABELS)

export const INQUIRY_MODE_LABELS = { ...SINGLE_MODE_LABELS, FILE: 'File' } as const

/** Maximum days of a single inquiry's range, inclusive. */
export const MAX_SINGLE_RANGE_DAYS = 92

const DAY_MS = 86_400_000
const SEPARATORS = /[\s.\-_/\u00a0\u2000-\u206f\u2212]+/g

/** Removes spaces and dashes, and converts digits to ASCII. */
export function withoutSeparators(text: string): string {
  const { plain } = toPlain(text)
  return plain.replace(SEPARATORS, '')
}

export function checkCardNumber(text: string): string | undefined {
  const digits = withoutSeparators(text)
  if (digits === '') return 'Enter the card number'
  if (!/^\d+$/.test(digits)) return 'A card number has digits only'
  if (digits.length !== 16) return `A card number has 16 digits: this has ${digits.length}`
  if (!passesLuhn(digits)) return 'Check digit is wrong: compare with the card'
  return undefined
}

export function checkAccountNumber(text: string): string | undefined {
  const digits = withoutSeparators(text)
  if (digits === '') return 'Enter the account number'
  return /^\d{10,12}$/.test(digits) ? undefined : 'An account number has 10 to 12 digits'
}

export function checkReference(text: string): string | undefined {
  const reference = text.trim()
  if (reference === '') return 'Enter the reference'
  if (maskCardNumbers(reference) !== reference) return 'This is a card number: choose Card'
  if (!/^[0-9a-z-]{1,20}$/i.test(reference))
    return 'A reference is an RRN of 12 characters or a receipt number of at most 20 letters, digits and dashes'
  return undefined
}

export function checkSubject(mode: SingleMode, text: string): string | undefined {
  if (mode === 'CARD') return checkCardNumber(text)
  return mode === 'ACCOUNT' ? checkAccountNumber(text) : checkReference(text)
}

/** Rejects card numbers, because tickets are visible to others and kept for years. */
export function checkTicket(text: string): string | undefined {
  const ticket = text.trim()
  if (ticket === '') return 'Enter Ticket number'
  if (ticket.length > 30) return 'A ticket number has at most 30 characters'
  if (maskCardNumbers(ticket) !== ticket) return 'Leave the card number out: this is shown to others'
  return undefined
}

/** Days are YYYY-MM-DD, or empty if missing. `mostDays` is inclusive. */
export function checkRange(
  { date_from, date_to }: { date_from: string; date_to: string },
  today: string,
  mostDays = MAX_SINGLE_RANGE_DAYS,
): { field: 'date_from' | 'date_to'; message: string } | undefined {
  if (date_from === '') return { field: 'date_from', message: 'Enter Date from' }
  if (date_to === '') return { field: 'date_to', message: 'Enter Date to' }
  if (date_to < date_from) return { field: 'date_to', message: 'Date to is before Date from' }
  if (date_to > today) return { field: 'date_to', message: 'Date to is in the future' }
  const days = (Date.parse(date_to) - Date.parse(date_from)) / DAY_MS + 1
  if (days <= mostDays) return undefined
  return { field: 'date_from', message: `The range has ${days} days. Choose at most ${mostDays}.` }
}

export const INQUIRY_OUTCOMES = {
  FOUND: 'Found',
  CARD_NOT_FOUND: 'Card not found',
  ACCOUNT_NOT_FOUND: 'Account not found',
  REFERENCE_NOT_FOUND: 'Reference not found',
  NO_TRANSACTIONS: 'No transactions',
  FILTERED_OUT: 'None that fits',
} as const
export type InquiryOutcome = keyof typeof INQUIRY_OUTCOMES
