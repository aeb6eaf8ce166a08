import type { DecimalSign } from '@backoffice/contract/columns'
import { APOSTROPHE, byteAt, COMMA, DASH, NINE, PLUS, POINT, SPACE, ZERO } from './bytes.ts'

/** Signs by index; bit k of a mask stands for the sign k. */
export const SIGNS = ['POINT', 'COMMA'] as const satisfies readonly DecimalSign[]
export const ALL_SIGNS = 0b11

const MAX_BYTES = 40

/** A cell as a number with separators. */
export class DecimalCell {
  /** The number with a decimal point and without separators of thousands, by sign. */
  readonly texts = ['', '']

  /** Bits of the signs with which the cell is a number; 0 without separators. */
  read(bytes: Uint8Array, start: number, end: number): number {
    if (end - start < 2 || end - start > MAX_BYTES) return 0
    let hasSeparator = false
    let hasDigit = false
    for (let at = start; at < end; at++) {
      const byte = byteAt(bytes, at)
      if (byte >= ZERO && byte <= NINE) hasDigit = true
      else if (byte === POINT || byte === COMMA) hasSeparator = true
      else if (!isSpacing(byte) && !((byte === DASH || byte === PLUS) && !hasDigit)) return 0
    }
    if (!hasSeparator || !hasDigit) return 0
    const text = Buffer.from(bytes.subarray(start, end)).toString('utf8').trim()
    const [point, comma] = [numberOf(text, '.', ','), numberOf(text, ',', '.')]
    this.texts[0] = point ?? ''
    this.texts[1] = comma ?? ''
    return (point === undefined ? 0 : 1) | (comma === undefined ? 0 : 2)
  }
}

/** Spaces, also narrow and no-break ones in UTF-8, and apostrophes separate thousands with either sign. */
function isSpacing(byte: number): boolean {
  const isNoBreak = byte === 0xc2 || byte === 0xa0 || byte === 0xe2 || byte === 0x80 || byte === 0xaf
  return byte === SPACE || byte === APOSTROPHE || isNoBreak
}

const GROUPS = {
  '.': /^([+-]?)(\d{1,3}(?:(?:,|['\s\u00a0\u202f])\d{3})+|\d+)?(?:\.(\d+))?$/,
  ',': /^([+-]?)(\d{1,3}(?:(?:\.|['\s\u00a0\u202f])\d{3})+|\d+)?(?:,(\d+))?$/,
}

function numberOf(text: string, sign: '.' | ',', thousands: '.' | ','): string | undefined {
  const [, minus = '', whole = '', fraction] = GROUPS[sign].exec(text) ?? [undefined]
  if (whole === '' && fraction === undefined) return undefined
  const separators = new Set(whole.replace(/\d/g, ''))
  if (separators.size > 1) return undefined
  // Separators other than the usual one do not show the sign, but two kinds are a typing error.
  const plain = whole.replaceAll(thousands, '').replace(/\D/g, '') || '0'
  return `${minus === '-' ? '-' : ''}${plain}${fraction === undefined ? '' : `.${fraction}`}`
}
