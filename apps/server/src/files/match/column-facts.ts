import type { DateOrder, DecimalSign } from '@backoffice/contract/columns'
import { maskedValue } from '../csv/csv-cell.ts'
import { ALL_ORDERS, DateCell, ORDERS } from '../csv/date-cells.ts'
import { ALL_SIGNS, DecimalCell, SIGNS } from '../csv/decimal-cells.ts'

/** Values by which the kind of a column is recognized. */
const VALUES_OF_KIND = 1_000
const MAX_VALUE_CHARS = 100
const SAMPLES = 3

/** Formats that read every cell of a column or, if there are none, those that read any. */
export type Formats<Format> = {
  options: readonly Format[]
  /** Formats that read every cell, though perhaps differently. */
  ofAll: readonly Format[]
}

/** Counts, values and readings of all cells of a column. */
export class ColumnFacts {
  filled = 0
  readonly samples: string[] = []
  /** The first values, with the number of their cells. */
  readonly values = new Map<string, number>()
  #datesOfKind = 0
  #valuesOfKind = 0
  readonly #dateCell = new DateCell()
  readonly #decimalCell = new DecimalCell()
  readonly #dates = new Readings(ORDERS.length, ALL_ORDERS)
  readonly #decimals = new Readings(SIGNS.length, ALL_SIGNS)

  /** If `isNumber`, the cell is stored as a number, always with a decimal point. */
  add(bytes: Buffer, start: number, end: number, isNumber = false): void {
    this.filled++
    const dates = this.#dateCell.read(bytes, start, end)
    if (dates !== 0) this.#dates.add(dates, this.#dateCell.days)
    const decimals = isNumber ? 0 : this.#decimalCell.read(bytes, start, end)
    if (decimals !== 0) this.#decimals.add(decimals, this.#decimalCell.texts)
    if (this.#valuesOfKind === VALUES_OF_KIND) return
    this.#valuesOfKind++
    if (dates !== 0) this.#datesOfKind++
    const text = bytes.toString('utf8', start, Math.min(end, start + 4 * MAX_VALUE_CHARS))
    if (this.samples.length < SAMPLES) this.samples.push(maskedValue(text.replace(/\p{Cc}+/gu, ' ')))
    const value = text.slice(0, MAX_VALUE_CHARS).trim()
    this.values.set(value, (this.values.get(value) ?? 0) + 1)
  }

  /** Share of the first cells that are dates. */
  get dateShare(): number {
    return this.#shareOf(this.#datesOfKind)
  }

  /** Share of the first cells whose value is of a kind. */
  shareOf(isOfKind: (value: string) => boolean): number {
    let cells = 0
    for (const [value, count] of this.values) if (isOfKind(value)) cells += count
    return this.#shareOf(cells)
  }

  #shareOf(cells: number): number {
    return this.#valuesOfKind === 0 ? 0 : cells / this.#valuesOfKind
  }

  /** Null without a date. */
  get dateOrders(): Formats<DateOrder> | null {
    return this.#dates.formats(ORDERS)
  }

  /** Null without a number that has separators. */
  get decimalSigns(): Formats<DecimalSign> | null {
    return this.#decimals.formats(SIGNS)
  }
}

/** Formats in which cells can be read, and pairs of formats that read a cell differently. */
class Readings {
  readonly #size: number
  readonly #counts: Uint32Array
  #mask: number
  #count = 0
  /** Bit `one * size + other`. */
  #differing = 0

  constructor(size: number, all: number) {
    this.#size = size
    this.#mask = all
    this.#counts = new Uint32Array(size)
  }

  /** `values` has the cell in each format of the mask. */
  add(mask: number, values: ArrayLike<number | string>): void {
    this.#count++
    this.#mask &= mask
    for (let one = 0; one < this.#size; one++) {
      if (!(mask & (1 << one))) continue
      this.#counts[one] = (this.#counts[one] ?? 0) + 1
      for (let other = one + 1; other < this.#size; other++)
        if (mask & (1 << other) && values[one] !== values[other])
          this.#differing |= 1 << (one * this.#size + other)
    }
  }

  formats<Format>(names: readonly Format[]): Formats<Format> | null {
    if (this.#count === 0) return null
    const ofAll = names.map((_, index) => index).filter((index) => this.#mask & (1 << index))
    const distinct = ofAll.filter(
      (index) => !ofAll.some((earlier) => earlier < index && !this.#differ(earlier, index)),
    )
    const ofAny = names.map((_, index) => index).filter((index) => (this.#counts[index] ?? 0) > 0)
    const mostFirst = ofAny.sort((one, other) => (this.#counts[other] ?? 0) - (this.#counts[one] ?? 0))
    const pick = (places: readonly number[]) => names.filter((_, index) => places.includes(index))
    const options =
      ofAll.length > 0 ? pick(distinct) : mostFirst.flatMap((index) => names.slice(index, index + 1))
    return { options, ofAll: pick(ofAll) }
  }

  #differ(one: number, other: number): boolean {
    return (this.#differing & (1 << (one * this.#size + other))) !== 0
  }
}
