const SEGMENT = 1 << 16
const FIRST_TABLE = 1 << 12

/**
 * Which earlier row had the same card and dates. Exact: a hash only says where to look, the key is compared.
 * Typed arrays that grow with the file: about 24 bytes a row, where a Map of strings takes over 300.
 */
export class Duplicates {
  /** Card by its first fifteen digits (exact in a double), dates packed, row number; in segments. */
  readonly #cards: Float64Array[] = []
  readonly #dates: Uint32Array[] = []
  readonly #rows: Uint32Array[] = []
  #count = 0
  /** Open addressing: position + 1 of a key, 0 is free. At most half full. */
  #table = new Uint32Array(FIRST_TABLE)

  /** The row that had it first, or 0 and `row` is remembered as the first. */
  firstRow(first15: number, dates: number, row: number): number {
    const mask = this.#table.length - 1
    let slot = hash(first15, dates) & mask
    for (;;) {
      const entry = this.#table[slot] as number
      if (entry === 0) break
      const segment = (entry - 1) >>> 16
      const offset = (entry - 1) & (SEGMENT - 1)
      if (
        (this.#cards[segment] as Float64Array)[offset] === first15 &&
        (this.#dates[segment] as Uint32Array)[offset] === dates
      ) {
        return (this.#rows[segment] as Uint32Array)[offset] as number
      }
      slot = (slot + 1) & mask
    }
    this.#append(first15, dates, row)
    this.#table[slot] = this.#count
    if (this.#count * 2 > this.#table.length) this.#grow()
    return 0
  }

  #append(first15: number, dates: number, row: number): void {
    const segment = this.#count >>> 16
    const offset = this.#count & (SEGMENT - 1)
    if (offset === 0) {
      this.#cards.push(new Float64Array(SEGMENT))
      this.#dates.push(new Uint32Array(SEGMENT))
      this.#rows.push(new Uint32Array(SEGMENT))
    }
    ;(this.#cards[segment] as Float64Array)[offset] = first15
    ;(this.#dates[segment] as Uint32Array)[offset] = dates
    ;(this.#rows[segment] as Uint32Array)[offset] = row
    this.#count++
  }

  #grow(): void {
    const table = new Uint32Array(this.#table.length * 2)
    const mask = table.length - 1
    for (let position = 0; position < this.#count; position++) {
      const cards = this.#cards[position >>> 16] as Float64Array
      const dates = this.#dates[position >>> 16] as Uint32Array
      const offset = position & (SEGMENT - 1)
      let slot = hash(cards[offset] as number, dates[offset] as number) & mask
      while (table[slot] !== 0) slot = (slot + 1) & mask
      table[slot] = position + 1
    }
    this.#table = table
  }
}

/** Mixes as murmur3 finishes: neighbouring card numbers must not end up as neighbours. */
function hash(first15: number, dates: number): number {
  const high = (first15 / 0x100000000) >>> 0
  let h = (first15 >>> 0) ^ Math.imul(high + 0x9e3779b9, 0x85ebca6b) ^ Math.imul(dates, 0xc2b2ae35)
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return (h ^ (h >>> 16)) >>> 0
}
