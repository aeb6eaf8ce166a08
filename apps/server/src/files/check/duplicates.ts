import { randomInt } from 'node:crypto'
import { elementAt } from '@backoffice/contract/objects'
import { uint32At } from '../csv/bytes.ts'

const SEGMENT = 1 << 16
/** A million rows take four growths. */
const INITIAL_SLOTS = 1 << 13

/** First fifteen digits of cards (exact in a double), packed dates, rows and lines. */
const newSegment = () => ({
  cards: new Float64Array(SEGMENT),
  dates: new Uint32Array(SEGMENT),
  rows: new Uint32Array(SEGMENT),
  lines: new Uint32Array(SEGMENT),
})
type KeySegment = ReturnType<typeof newSegment>

export type FirstRow = { row: number; line: number }

/**
 * Finds earlier rows with the same card and dates, by comparing keys. Typed arrays take 24 to 44 bytes per row, a Map of
 * strings over 300.
 */
export class Duplicates {
  /** Keys by index. */
  readonly #segments: KeySegment[] = []
  #count = 0
  readonly #first = randomOddMultiplier()
  readonly #second = randomOddMultiplier()
  readonly #third = randomOddMultiplier()
  /**
   * Open addressing, at most half full: one byte of the hash per slot (0 if free) and the key index. The bytes settle
   * nearly every probe and fit in the CPU cache.
   */
  #tags = new Uint8Array(INITIAL_SLOTS)
  #keyIndexes = new Uint32Array(INITIAL_SLOTS)

  /** The first row with this key; undefined if `row` is the first and now stored. */
  firstRow(first15: number, dates: number, row: number, line: number): FirstRow | undefined {
    const tags = this.#tags
    const mask = tags.length - 1
    const hashed = this.#hash(first15, dates)
    const tag = tagOf(hashed)
    let slot = hashed & mask
    while (tags[slot] !== 0) {
      if (tags[slot] === tag) {
        const keyIndex = uint32At(this.#keyIndexes, slot)
        const segment = this.#segmentOf(keyIndex)
        const offset = keyIndex & (SEGMENT - 1)
        if (segment.cards[offset] === first15 && segment.dates[offset] === dates)
          return { row: uint32At(segment.rows, offset), line: uint32At(segment.lines, offset) }
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

  #segmentOf(keyIndex: number): KeySegment {
    return elementAt(this.#segments, keyIndex >>> 16)
  }

  #append(first15: number, dates: number, row: number, line: number): void {
    const offset = this.#count & (SEGMENT - 1)
    if (offset === 0) this.#segments.push(newSegment())
    const segment = this.#segmentOf(this.#count)
    segment.cards[offset] = first15
    segment.dates[offset] = dates
    segment.rows[offset] = row
    segment.lines[offset] = line
    this.#count++
  }

  /** Fourfold, because every growth rehashes all keys. */
  #grow(): void {
    const tags = new Uint8Array(this.#tags.length * 4)
    const keyIndexes = new Uint32Array(tags.length)
    const mask = tags.length - 1
    for (let keyIndex = 0; keyIndex < this.#count; keyIndex++) {
      const { cards, dates } = this.#segmentOf(keyIndex)
      const offset = keyIndex & (SEGMENT - 1)
      const hashed = this.#hash(elementAt(cards, offset), uint32At(dates, offset))
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
 * The finalizer of MurmurHash3, which spreads consecutive card numbers. Random odd multipliers prevent crafted files whose
 * rows all collide.
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
