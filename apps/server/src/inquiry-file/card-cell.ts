/** Results of `CardCell.read`, which stores the number of a valid cell. */
export const CARD_OK = 0
export const CARD_CLEANED = 1
export const CARD_EMPTY = 2
export const CARD_NOT_16_DIGITS = 3
export const CARD_CHECK_DIGIT = 4
export const CARD_DAMAGED = 5
export type CardVerdict = 0 | 1 | 2 | 3 | 4 | 5

const ZERO = 48
const DOUBLED = [0, 2, 4, 6, 8, 1, 3, 5, 7, 9]
const SCIENTIFIC = /^\d+([.,]\d+)?e\+?\d+$/i
const SEPARATORS = /[\s-]/g
const SIXTEEN_DIGITS = /^\d{16}$/

export class CardCell {
  /**
   * The first fifteen digits. They determine the check digit and fit exactly in a double, unlike all sixteen.
   */
  first15 = 0
  /** The sixteen digits as a 64-bit integer, in two halves. */
  high = 0
  low = 0
  lastFour = 0

  read(bytes: Uint8Array, start: number, end: number): CardVerdict {
    if (end - start === 16) {
      const verdict = this.#digits(bytes, start)
      if (verdict !== CARD_NOT_16_DIGITS) return verdict
    }
    return this.#readFormatted(Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString())
  }

  #digits(bytes: Uint8Array, start: number): CardVerdict {
    let front = 0
    let back = 0
    let sum = 0
    for (let i = 0; i < 16; i += 2) {
      const left = (bytes[start + i] as number) - ZERO
      const right = (bytes[start + i + 1] as number) - ZERO
      if (left < 0 || left > 9 || right < 0 || right > 9) return CARD_NOT_16_DIGITS
      if (i < 8) front = front * 100 + left * 10 + right
      else back = back * 100 + left * 10 + right
      sum += (left > 4 ? left * 2 - 9 : left * 2) + right
    }
    // Spreadsheets keep fifteen digits and replace the last by zero.
    if (sum % 10 !== 0) return bytes[start + 15] === ZERO ? CARD_DAMAGED : CARD_CHECK_DIGIT
    this.lastFour = back % 10_000
    const last = (bytes[start + 15] as number) - ZERO
    this.first15 = front * 1e7 + (back - last) / 10
    // front × 10^8 + back, with 10^8 = 390625 × 2^8, so that no intermediate value exceeds 2^53.
    const product = front * 390_625
    const low = (product % 0x1000000) * 256 + back
    this.high = Math.floor(product / 0x1000000) + (low > 0xffffffff ? 1 : 0)
    this.low = low % 0x100000000
    return CARD_OK
  }

  #readFormatted(text: string): CardVerdict {
    // A leading apostrophe marks text for spreadsheets; exports of the product have it too.
    const trimmed = text.trim()
    const unquoted = trimmed.startsWith("'") ? trimmed.slice(1) : trimmed
    if (unquoted === '') return CARD_EMPTY
    if (SCIENTIFIC.test(unquoted)) return CARD_DAMAGED
    const digits = unquoted.replace(SEPARATORS, '')
    if (!SIXTEEN_DIGITS.test(digits)) return CARD_NOT_16_DIGITS
    const verdict = this.#digits(Buffer.from(digits, 'latin1'), 0)
    return verdict === CARD_OK && (digits !== unquoted || trimmed !== text) ? CARD_CLEANED : verdict
  }
}

/** The check digit for fifteen digits. */
export function checkDigit(first15: string): number {
  let sum = 0
  for (let i = 0; i < 15; i++) {
    const digit = first15.charCodeAt(i) - ZERO
    sum += i % 2 === 0 ? (DOUBLED[digit] ?? 0) : digit
  }
  return (10 - (sum % 10)) % 10
}
