const SEGMENT = 1 << 16
/** Four growths make it right for a million rows. */
const FIRST_TABLE = 1 << 13
/** Of a table entry: the place of the key, and above it a few bits of its hash. */
const PLACE_BITS = 23
const PLACE_MASK = (1 << PLACE_BITS) - 1
const MOST_DISTINCT_ROWS = PLACE_MASK - 1

/**
 * Which earlier row had the same card and dates. Exact: a hash only says where to look, the key is compared.
 * Typed arrays that grow with the file: 20 to 36 bytes a row, where a Map of strings takes over 300.
 */
export class Duplicates {
  /** Card by its first fifteen digits (exact in a double), dates packed, row number; in segments. */
  readonly #cards: Float64Array[] = []
  readonly #dates: Uint32Array[] = []
  readonly #rows: Uint32Array[] = []
  #count = 0
  /**
   * Open addressing: 0 is free, else place + 1 with the upper bits of the hash above it, so that another
   * key is nearly always told apart without leaving the table. At most half full.
   */
  #table = new Uint32Array(FIRST_TABLE)

  /** The row that had it first, or 0 and `row` is remembered as the first. */
  firstRow(first15: number, dates: number, row: number): number {
    const mask = this.#table.length - 1
    const hashed = hash(first15, dates)
    const tag = hashed >>> PLACE_BITS
    let slot = hashed & mask
    for (;;) {
      const entry = this.#table[slot] as number
      if (entry === 0) break
      if (entry >>> PLACE_BITS === tag) {
        const place = (entry & PLACE_MASK) - 1
        const segment = place >>> 16
        const offset = place & (SEGMENT - 1)
        if (
          (this.#cards[segment] as Float64Array)[offset] === first15 &&
          (this.#dates[segment] as Uint32Array)[offset] === dates
        ) {
          return (this.#rows[segment] as Uint32Array)[offset] as number
        }
      }
      slot = (slot + 1) & mask
    }
    this.#append(first15, dates, row)
    this.#table[slot] = (tag << PLACE_BITS) | this.#count
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
    if (this.#count > MOST_DISTINCT_ROWS) throw new RangeError('too many rows to compare')
    // Fourfold: moving everything is what a growth costs.
    const table = new Uint32Array(this.#table.length * 4)
    const mask = table.length - 1
    for (let position = 0; position < this.#count; position++) {
      const cards = this.#cards[position >>> 16] as Float64Array
      const dates = this.#dates[position >>> 16] as Uint32Array
      const offset = position & (SEGMENT - 1)
      const hashed = hash(cards[offset] as number, dates[offset] as number)
      let slot = hashed & mask
      while (table[slot] !== 0) slot = (slot + 1) & mask
      table[slot] = ((hashed >>> PLACE_BITS) << PLACE_BITS) | (position + 1)
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
