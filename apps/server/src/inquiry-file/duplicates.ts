import { randomInt } from 'node:crypto'

const SEGMENT = 1 << 16
/** Reaches a million rows after four growths. */
const INITIAL_SLOTS = 1 << 13

export type FirstRow = { row: number; line: number }

/**
 * Finds the earlier row with the same card and dates. Exact: keys are compared, not only hashes. Typed arrays:
 * 24 to 44 bytes per row, where a Map of strings takes over 300.
 */
export class Duplicates {
  /** By key index, in segments: first fifteen digits of the card (exact in a double), packed dates, row, line. */
  readonly #cards: Float64Array[] = []
  readonly #dates: Uint32Array[] = []
  readonly #rows: Uint32Array[] = []
  readonly #lines: Uint32Array[] = []
  #count = 0
  readonly #first = randomOddMultiplier()
  readonly #second = randomOddMultiplier()
  readonly #third = randomOddMultiplier()
  /**
   * Open addressing, at most half full: one byte of the hash per slot, 0 if free, and the key index. The bytes
   * decide nearly every probe and fit in the CPU cache.
   */
  #tags = new Uint8Array(INITIAL_SLOTS)
  #keyIndexes = new Uint32Array(INITIAL_SLOTS)

  /** The first row with this key; undefined after `row` was stored as the first. */
  firstRow(first15: number, dates: number, row: number, line: number): FirstRow | undefined {
    const tags = this.#tags
    const mask = tags.length - 1
    const hashed = this.#hash(first15, dates)
    const tag = tagOf(hashed)
    let slot = hashed & mask
    while (tags[slot] !== 0) {
      if (tags[slot] === tag) {
        const keyIndex = this.#keyIndexes[slot] as number
        const segment = keyIndex >>> 16
        const offset = keyIndex & (SEGMENT - 1)
        if (
          (this.#cards[segment] as Float64Array)[offset] === first15 &&
          (this.#dates[segment] as Uint32Array)[offset] === dates
        ) {
          return {
            row: (this.#rows[segment] as Uint32Array)[offset] as number,
            line: (this.#lines[segment] as Uint32Array)[offset] as number,
          }
        }
      }
      slot = (slot + 1) & mask
    }
    tags[slot] = tag
    this.#keyIndexes[slot] = this.#count
    this.#append(first15, dates, row, line)
    if (this.#count * 2 > tags.length) this.#grow()
    return undefined
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

  /** Fourfold, because every growth rehashes all keys. */
  #grow(): void {
    const tags = new Uint8Array(this.#tags.length * 4)
    const keyIndexes = new Uint32Array(tags.length)
    const mask = tags.length - 1
    for (let keyIndex = 0; keyIndex < this.#count; keyIndex++) {
      const cards = this.#cards[keyIndex >>> 16] as Float64Array
      const dates = this.#dates[keyIndex >>> 16] as Uint32Array
      const offset = keyIndex & (SEGMENT - 1)
      const hashed = this.#hash(cards[offset] as number, dates[offset] as number)
      let slot = hashed & mask
      while (tags[slot] !== 0) slot = (slot + 1) & mask
      tags[slot] = tagOf(hashed)
      keyIndexes[slot] = keyIndex
    }
    this.#tags = tags
    this.#keyIndexes = keyIndexes
  }
}

function tagOf(hashed: number): number {
  return (hashed >>> 24) | 1
}

/**
 * The finalizer of MurmurHash3, so that consecutive card numbers spread. The multipliers are odd and random:
 * no file can be crafted whose rows all collide.
 */
export function mix(first15: number, dates: number, first: number, second: number, third: number): number {
  const high = (first15 / 0x100000000) >>> 0
  let h = Math.imul(first15 | 0, first) ^ Math.imul(high, second) ^ Math.imul(dates, third)
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return (h ^ (h >>> 16)) >>> 0
}

function randomOddMultiplier(): number {
  return randomInt(0x100000000) | 1
}
