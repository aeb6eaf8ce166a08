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

const DAY_SECONDS = 86_400
/** 9999-12-31, the last date of spreadsheets. */
const LAST_SERIAL = 2_958_465
const DAYS_BETWEEN_SYSTEMS = 1_462
/** The 1900 system has a 29 February 1900, as Lotus 1-2-3 had. */
const PHANTOM_DAY = 60

/**
 * ISO date of a stored number, such as `2026-11-24`, with a fraction `2026-11-24 18:30:00`, or without a day `18:30`.
 * Undefined for numbers that spreadsheets show as no date.
 */
export function dateOfSerial(serial: number, is1904: boolean): string | undefined {
  // The last digits of a fraction are noise, so a time within half a second of midnight is midnight.
  const seconds = Math.round(serial * DAY_SECONDS)
  const days = Math.floor(seconds / DAY_SECONDS)
  const time = timeText(seconds - days * DAY_SECONDS)
  if (serial < 0 || days + (is1904 ? DAYS_BETWEEN_SYSTEMS : 0) > LAST_SERIAL) return undefined
  if (days === 0) return time.endsWith(':00') ? time.slice(0, 5) : time
  const date = dayText(is1904 ? days + DAYS_BETWEEN_SYSTEMS : days)
  return time === '00:00:00' ? date : `${date} ${time}`
}

/** ISO date and time of a cell of the type `d`, in the same form. */
export function dateOfIso(text: string): string | undefined {
  const match = /^(\d{4}-\d\d-\d\d)?T?(?:(\d\d:\d\d)(?::(\d\d)(?:\.\d+)?)?Z?)?$/.exec(text)
  if (!match || text === '') return undefined
  const [, date, minutes, seconds = '00'] = match
  if (date === undefined) return minutes && (seconds === '00' ? minutes : `${minutes}:${seconds}`)
  return minutes === undefined || (minutes === '00:00' && seconds === '00')
    ? date
    : `${date} ${minutes}:${seconds}`
}

function dayText(day: number): string {
  if (day === PHANTOM_DAY) return '1900-02-29'
  const shift = day < PHANTOM_DAY ? 1 : 0
  return new Date(Date.UTC(1899, 11, 30) + (day + shift) * DAY_SECONDS * 1000).toISOString().slice(0, 10)
}

function timeText(seconds: number): string {
  const part = (value: number) => String(value).padStart(2, '0')
  return `${part(Math.floor(seconds / 3600))}:${part(Math.floor(seconds / 60) % 60)}:${part(seconds % 60)}`
}
