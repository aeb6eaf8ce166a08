import { INQUIRY_LAYOUT } from '@backoffice/contract/columns'
import type { FileError } from '@backoffice/contract/files'
import { MAX_ROWS_TO_FIX, MIN_WARNED_ROWS } from '@backoffice/contract/fixes'
import type { CsvReader } from '../csv/csv-reader.ts'
import { cellToFix, type RowToFix } from '../tracked/row-to-fix.ts'
import type { Header } from './header.ts'
import { type CheckedRow, suggestValues } from './suggest-values.ts'

/** Collects the first rejected rows and those with warnings, in bounded memory. */
export class RowsToFix {
  readonly #reader: CsvReader
  readonly #columns: readonly (readonly [field: string, at: number])[]
  readonly #fields: ReadonlyMap<string, string>
  readonly #rejected: CheckedRow[] = []
  readonly #warned: CheckedRow[] = []

  constructor(reader: CsvReader, { card, dateFrom, dateTo, reference, masked }: Header) {
    this.#reader = reader
    const columns = { card_number: card, date_from: dateFrom, date_to: dateTo, reference_no: reference }
    this.#columns = Object.entries(columns)
      .filter(([, at]) => at >= 0)
      .sort(([, one], [, other]) => one - other)
    this.#fields = new Map(this.#columns.map(([field, at]) => [masked[at] ?? '', field]))
  }

  /** Adds the reader's current record. */
  add(row: number, outcome: RowToFix['outcome'], problems: readonly FileError[]): void {
    const rows = outcome === 'rejected' ? this.#rejected : this.#warned
    if (rows.length >= MAX_ROWS_TO_FIX) return
    const { cells, line, problem } = this.#reader
    const texts = this.#columns.map(
      ([field, at]) => [field, cellToFix(at < cells ? this.#reader.text(at) : '')] as const,
    )
    rows.push({
      row_no: row,
      line_no: line,
      outcome,
      is_malformed: problem !== undefined,
      cells: texts,
      problems: problems.map(({ column, severity, code, message }) => {
        return { field: this.#fields.get(column) ?? null, severity, code, message, suggestion: null }
      }),
      values: Object.fromEntries(texts.map(([field, text]) => [field, tidied(text)])),
    })
  }

  list(): Promise<RowToFix[]> {
    const room = Math.max(MAX_ROWS_TO_FIX - this.#rejected.length, MIN_WARNED_ROWS)
    const warned = this.#warned.slice(0, room)
    const rows = [...this.#rejected.slice(0, MAX_ROWS_TO_FIX - warned.length), ...warned]
    return suggestValues({ rows, fields: INQUIRY_LAYOUT.fields })
  }
}

/** The text without the apostrophe that marks text in spreadsheets, as the checks read a date. */
function tidied(text: string): string {
  const trimmed = text.trim()
  return trimmed.startsWith("'") ? trimmed.slice(1) : trimmed
}
