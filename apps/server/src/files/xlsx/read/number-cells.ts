const COLUMNS = 64
const ROWS = 1 << 12
const WORDS = COLUMNS / 32

/** Set of cells in the first 64 columns, in one bit each. */
export class NumberCells {
  readonly #pages: Uint32Array[] = []

  add(row: number, column: number): void {
    const page = row >>> 12
    const words = this.#pages[page] ?? new Uint32Array(ROWS * WORDS)
    this.#pages[page] = words
    const word = (row % ROWS) * WORDS + (column >>> 5)
    words[word] = (words[word] ?? 0) | (1 << (column & 31))
  }

  has(row: number, column: number): boolean {
    const word = this.#pages[row >>> 12]?.[(row % ROWS) * WORDS + (column >>> 5)] ?? 0
    return column < COLUMNS && ((word >>> (column & 31)) & 1) === 1
  }
}
