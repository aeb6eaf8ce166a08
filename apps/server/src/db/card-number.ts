import { maskedCard } from '@backoffice/contract/card-number'

declare const inside: unique symbol

/**
 * A whole card number inside the server: 16 digits, typed as no string, so that no reply, audit event or line of a CSV
 * takes it. `reveal` (`features/reveals/reveal.ts`) is the only way out. A template literal would be another, so do not
 * write one.
 */
export type CardNumber = { readonly [inside]: 'card number' }

/** Digits as a card number of the database. */
export function cardNumberOf(digits: string): CardNumber {
  return digits as unknown as CardNumber
}

declare const masked: unique symbol
/** A number with most of its digits masked. */
export type MaskedNumber = string & { readonly [masked]: true }

/** For display, see `maskedCard`. */
export function maskedNumber(number: CardNumber, form?: Parameters<typeof maskedCard>[1]): MaskedNumber {
  return maskedCard(digitsOf(number), form) as MaskedNumber
}

export function lastFourOf(number: CardNumber): string {
  return digitsOf(number).slice(-4)
}

const digitsOf = (number: CardNumber) => number as unknown as string
