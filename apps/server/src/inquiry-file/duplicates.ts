import { randomInt } from 'node:crypto'

const SEGMENT = 1 << 16
/** Four growths make it right for a million rows. */
const FIRST_TABLE = 1 << 13

/**
 * Which earlier row had the same card and dates. Exact: a hash only says where to look, the key is compared.
 * Typed arrays that grow with the file: 24 to 44 bytes a row, where a Map of strings takes over 300.
 */
export class Duplicates {
  /** Card by its first fifteen digits (exact in a double), dates packed, row and line number; in segments. */
  readonly #cards: Float64Array[] = []
  readonly #dates: Uint32Array[] = []
  readonly #rows: Uint32Array[] = []
  readonly #lines: Uint32Array[] = []
  #count = 0
  readonly #first = secret()
  readonly #second = secret()
  readonly #third = secret()
  /**
   * Open addressing, at most half full: a byte of the hash for each slot, 0 where it is free, and the place
   * of the key. The bytes alone nearly always tell, and they fit in the processor's cache.
   */
  #tags = new Uint8Array(FIRST_TABLE)
  #places = new Uint32Array(FIRST_TABLE)

  /** Where in the file the row stands that `firstRow` named last. */
  firstLine = 0

  /** The row that had it first, or 0 and `row` is remembered as the first. */
  firstRow(first15: number, dates: number, row: number, line: number): number {
    const tags = this.#tags
    const mask = tags.length - 1
    const hashed = this.#hash(first15, dates)
    const tag = tagOf(hashed)
    let slot = hashed & mask
    while (tags[slot] !== 0) {
      if (tags[slot] === tag) {
        const place = this.#places[slot] as number
        const segment = place >>> 16
        const offset = place & (SEGMENT - 1)
        if (
          (this.#cards[segment] as Float64Array)[offset] === first15 &&
          (this.#dates[segment] as Uint32Array)[offset] === dates
        ) {
          this.firstLine = (this.#lines[segment] as Uint32Array)[offset] as number
          return (this.#rows[segment] as Uint32Array)[offset] as number
        }
      }
      slot = (slot + 1) & mask
    }
    tags[slot] = tag
    this.#places[slot] = this.#count
    this.#append(first15, dates, row, line)
    if (this.#count * 2 > tags.length) this.#grow()
    return 0
  }

  #hash(first15: number, dates: number): number {
    return mix(first15, dates, this.#first, this.#second, this.#third)
  }

  #append(first15: number, dates: number, row: number, line: number): void {
    const segment = this.#count >>> 16
    const offset = this.#count & (SEGMENT - 1)
    if (offset === 0) {
      this.#cards.push(new Float64Array(SEGMENT))
      this.#dates.push(new Uint32Array(SEGMENT))
      this.#rows.push(new Uint32Array(SEGMENT))
      this.#lines.push(new Uint32Array(SEGMENT))
    }
    ;(this.#cards[segment] as Float64Array)[offset] = first15
    ;(this.#dates[segment] as Uint32Array)[offset] = dates
    ;(this.#rows[segment] as Uint32Array)[offset] = row
    ;(this.#lines[segment] as Uint32Array)[offset] = line
    this.#count++
  }

  /** Fourfold: moving everything is what a growth costs. */
  #grow(): void {
    const tags = new Uint8Array(this.#tags.length * 4)
    const places = new Uint32Array(tags.length)
    const mask = tags.length - 1
    for (let place = 0; place < this.#count; place++) {
      const cards = this.#cards[place >>> 16] as Float64Array
      const dates = this.#dates[place >>> 16] as Uint32Array
      const offset = place & (SEGMENT - 1)
      const hashed = this.#hash(cards[offset] as number, dates[offset] as number)
      let slot = hashed & mask
      while (tags[slot] !== 0) slot = (slot + 1) & mask
      tags[slot] = tagOf(hashed)
      places[slot] = place
    }
    this.#tags = tags
    this.#places = places
  }
}

function tagOf(hashed: number): number {
  return (hashed >>> 24) | 1
}

/**
 * Mixes as murmur3 finishes: neighbouring card numbers must not end up as neighbours. By three odd numbers
 * that nobody knows, so that no file can be made whose rows all meet in one place.
 */
export function mix(first15: number, dates: number, first: number, second: number, third: number): number {
  const high = (first15 / 0x100000000) >>> 0
  let h = Math.imul(first15 | 0, first) ^ Math.imul(high, second) ^ Math.imul(dates, third)
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return (h ^ (h >>> 16)) >>> 0
}

/** Odd, and another each time. */
function secret(): number {
  return randomInt(0x100000000) | 1
}
