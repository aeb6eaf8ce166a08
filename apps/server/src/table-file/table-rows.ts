import type { FileCode } from '@backoffice/contract/file-codes'
import { keyFields, type TableDeclaration, type TableField } from '@backoffice/contract/table'
import type { Tx } from '../db/client.ts'
import { maskedValue } from '../inquiry-file/csv-cell.ts'
import { rowInWords } from '../inquiry-file/reports.ts'
import type { Values } from '../resources/lookup-tables/table-values.ts'
import { createValueCheck } from './check-values.ts'
import { changesBetween, createReferenceCheck, findCurrent, keyOf } from './compare-rows.ts'
import type { FileRow } from './read-table-file.ts'
import type { CellProblem, StagedRow } from './staging.ts'
import type { TableHeader } from './table-header.ts'
import { templateFields, tidyCell } from './tidy-cell.ts'

const MAX_CELL_CHARS = 500

export type RowChecks = {
  /** Day in Manila (YYYY-MM-DD) for rows in force. */
  today: string
  /** True if the file may move rows. */
  mayMove: boolean
}

type ReadRow = { row: FileRow; input: Values; errors: CellProblem[]; warnings: CellProblem[] }

/** Converts rows of a file to staged rows in batches: tidies, checks, and compares them with the table. */
export class TableRows {
  readonly #table: TableDeclaration
  readonly #header: TableHeader
  readonly #fields: Map<string, TableField>
  readonly #checkValues: ReturnType<typeof createValueCheck>
  readonly #checkReferences: ReturnType<typeof createReferenceCheck>
  /** Label of the first row by key. */
  readonly #firstRows = new Map<string, string>()

  readonly #mayMove: boolean

  constructor(table: TableDeclaration, header: TableHeader, { today, mayMove }: RowChecks) {
    this.#mayMove = mayMove
    this.#table = table
    this.#header = header
    this.#fields = templateFields(table)
    this.#checkValues = createValueCheck(table)
    this.#checkReferences = createReferenceCheck(table, today)
  }

  async stage(tx: Tx, rows: readonly FileRow[]): Promise<StagedRow[]> {
    const read = rows.map((row) => this.#read(row))
    const current = await findCurrent(
      tx,
      this.#table,
      read.map(({ input }) => input),
    )
    const compared = read.map((each) => {
      const before = current.get(keyOf(this.#table, each.input) ?? '')
      return { ...each, before, after: this.#merge(before?.value, each.input) }
    })
    const unknown = await this.#checkReferences(
      tx,
      compared.map(({ before, after }) => ({ before: before?.value, after })),
    )
    const stagedRows: StagedRow[] = []
    for (const [at, { row, input, before, after, errors, warnings }] of compared.entries()) {
      // Cells of a malformed line are guessed, so they are not checked.
      if (row.malformed < 0 && !row.isTooLong) {
        for (const problem of await this.#checkValues(after)) this.#add(errors, row, problem)
        for (const { field, value } of unknown[at] ?? []) {
          const message = `${value} is unknown or inactive`
          this.#add(errors, row, { field, code: 'E007', message })
        }
        this.#checkMove(row, before?.value, after, errors)
        this.#checkDuplicate(row, input, errors)
      }
      const changes = changesBetween(this.#table, before?.value, after)
      const isChanged = Object.keys(changes).length > 0
      stagedRows.push({
        row_no: row.row,
        line_no: row.line,
        outcome: errors.length > 0 ? 'R' : !before ? 'N' : isChanged ? 'C' : 'U',
        id: before?.id ?? null,
        version: before?.version ?? null,
        key: keyFields(this.#table)
          .map((name) => maskedValue(input[name] ?? ''))
          .join(' ')
          .trim(),
        name: maskedValue(after[this.#table.naming] ?? ''),
        value: after,
        changes,
        errors,
        warnings,
        cells: row.cells,
      })
    }
    return stagedRows
  }

  /** Reads and tidies the values of a row. */
  #read(row: FileRow): ReadRow {
    const input: Record<string, string | null> = {}
    const errors: CellProblem[] = []
    const warnings: CellProblem[] = []
    const { names, errors: errorsAt, columns } = this.#header
    if (row.isTooLong)
      this.#addCell(errors, row, 0, 'E004', 'The line is longer than 64 KB; only its start is shown')
    else if (row.malformed >= 0) {
      const message =
        'Has a quote in the middle, or one that is never closed: put the whole cell in quotes and double each quote inside it'
      this.#addCell(errors, row, row.malformed, 'E004', message)
    } else {
      const surplus = row.cells.findIndex((cell, at) => at >= names.length && cell !== '')
      if (surplus >= 0) {
        const message = 'There is no column for this cell. Does the line have an extra delimiter?'
        this.#addCell(errors, row, surplus, 'E004', message)
      }
      const long = row.cells.findIndex(
        (cell, at) => at !== errorsAt && at < names.length && cell.length > MAX_CELL_CHARS,
      )
      if (long >= 0) this.#addCell(errors, row, long, 'E004', `Has more than ${MAX_CELL_CHARS} characters`)
    }
    for (const [field, written] of this.#fields) {
      const at = columns.get(field)
      if (at === undefined) continue
      const { value, isTidied } = tidyCell(row.cells[at] ?? '', written)
      input[field] = value
      if (isTidied || row.unwrapped.includes(at))
        this.#addCell(
          warnings,
          row,
          at,
          'W002',
          'Tidied: spaces removed, changed to upper case, or written in full',
        )
    }
    return { row, input, errors, warnings }
  }

  /** Keeps values of missing columns; a new row gets defaults. */
  #merge(before: Values | undefined, input: Values): Values {
    const rest = (name: string) => (before ? before[name] : this.#fields.get(name)?.default) ?? null
    return Object.fromEntries(
      [...this.#fields.keys()].map((name) => [name, name in input ? (input[name] ?? null) : rest(name)]),
    )
  }

  #checkMove(row: FileRow, before: Values | undefined, after: Values, errors: CellProblem[]): void {
    const { movedBy = [], noun } = this.#table
    const field = movedBy.find((name) => before && before[name] !== after[name])
    if (field === undefined || this.#mayMove) return
    const place = (values: Values | undefined) => movedBy.map((name) => values?.[name]).join(' ')
    const message = `Would move the ${noun} from ${place(before)} to ${place(after)}, which you may not`
    this.#add(errors, row, { field, code: 'E009', message })
  }

  #checkDuplicate(row: FileRow, input: Values, errors: CellProblem[]): void {
    const key = keyOf(this.#table, input)
    if (key === undefined) return
    const first = this.#firstRows.get(key)
    if (first === undefined) this.#firstRows.set(key, rowInWords(row.row, row.line))
    else {
      const [field = ''] = keyFields(this.#table)
      this.#add(errors, row, { field, code: 'E008', message: `Same key as ${first}` })
    }
  }

  #add(
    errors: CellProblem[],
    row: FileRow,
    problem: { field: string; code: FileCode; message: string },
  ): void {
    const at = this.#header.columns.get(problem.field) ?? -1
    const column = this.#header.names[at] ?? problem.field
    // Only the first problem of a cell is reported.
    if (errors.some((each) => each.column === column)) return
    errors.push({
      column,
      code: problem.code,
      message: problem.message,
      value: this.#shown(row, at),
    })
  }

  #addCell(problems: CellProblem[], row: FileRow, at: number, code: FileCode, message: string): void {
    const column = maskedValue(this.#header.names[at] || `column ${at + 1}`)
    problems.push({ column, code, message, value: this.#shown(row, at) })
  }

  /** A cell with card numbers masked, unless its field holds no cards. */
  #shown(row: FileRow, at: number): string {
    const text = row.cells[at] ?? ''
    const [name = ''] = [...this.#header.columns].find(([, column]) => column === at) ?? []
    const field = this.#table.fields[name]
    return field?.holdsNoCards && text.trim().length <= field.max ? text : maskedValue(text)
  }
}
