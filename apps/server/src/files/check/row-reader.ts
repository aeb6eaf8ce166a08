import { FILE_CODES, type FileCode } from '@backoffice/contract/file-codes'
import type { ImportLayout } from '@backoffice/contract/import-layouts'
import { isKeyOf } from '@backoffice/contract/objects'
import type { TableDeclaration, TableField } from '@backoffice/contract/table'
import { brokenRule, brokenTogether, isDay, type Values } from '../../features/lookup-tables/table-values.ts'
import type { FieldError } from '../../kernel/errors.ts'
import { maskedValue, shownCell } from '../csv/csv-cell.ts'
import { templateFields, tidyCell } from '../csv/guarded-cell.ts'
import type { FileRow, TableHeader } from './read-table-file.ts'
import { describeRow } from './reports.ts'
import { LINE_PROBLEMS } from './row-checker.ts'
import type { CellProblem } from './table-staging.ts'

const MAX_CELL_CHARS = 500

export type ReadRow = { row: FileRow; input: Values; errors: CellProblem[]; warnings: CellProblem[] }

/** False for a malformed line, whose cells are guessed and not checked. */
export function hasCells({ row }: ReadRow): boolean {
  return row.malformed < 0 && !row.isTooLong
}

/** Reads and tidies the cells of rows, and adds problems to them. */
export class RowReader {
  readonly #layout: ImportLayout
  readonly #header: TableHeader
  /** Label of the first row by key. */
  readonly #firstRows = new Map<string, string>()

  constructor(layout: ImportLayout, header: TableHeader) {
    this.#layout = layout
    this.#header = header
  }

  read(row: FileRow): ReadRow {
    const input: Record<string, string | null> = {}
    const errors: CellProblem[] = []
    const warnings: CellProblem[] = []
    const { names, errors: errorsAt, columns } = this.#header
    if (row.isTooLong) this.#addCell(errors, row, 0, 'E004', LINE_PROBLEMS.length)
    else if (row.malformed >= 0) this.#addCell(errors, row, row.malformed, 'E004', LINE_PROBLEMS.quote)
    else {
      const surplus = row.cells.findIndex((cell, index) => index >= names.length && cell !== '')
      if (surplus >= 0) {
        const message = 'There is no column for this cell. Does the line have an extra delimiter?'
        this.#addCell(errors, row, surplus, 'E004', message)
      }
      const long = row.cells.findIndex(
        (cell, index) => index !== errorsAt && index < names.length && cell.length > MAX_CELL_CHARS,
      )
      if (long >= 0) this.#addCell(errors, row, long, 'E004', `Has more than ${MAX_CELL_CHARS} characters`)
    }
    for (const [field, written] of Object.entries(this.#layout.fields)) {
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

  /** Rejects rows after the first with a key. `what`: `Same key as`. */
  checkDuplicate(read: ReadRow, key: string | undefined, field: string, what: string): void {
    if (key === undefined) return
    const first = this.#firstRows.get(key)
    if (first !== undefined) this.add(read, { field, code: 'E008', message: `${what} ${first}` })
    else this.#firstRows.set(key, describeRow(read.row.row, read.row.line))
  }

  /** Adds an error. Only the first problem of a cell is reported. */
  add({ row, errors }: ReadRow, problem: { field: string; code: FileCode; message: string }): void {
    const at = this.#header.columns.get(problem.field) ?? -1
    const column = this.#header.names[at] ?? problem.field
    if (errors.some((each) => each.column === column)) return
    const { code, message } = problem
    errors.push({ column, code, message, value: this.#shown(row, at) })
  }

  #addCell(problems: CellProblem[], row: FileRow, index: number, code: FileCode, message: string): void {
    const column = maskedValue(this.#header.names[index] || `column ${index + 1}`)
    problems.push({ column, code, message, value: this.#shown(row, index) })
  }

  #shown(row: FileRow, index: number): string {
    const [name = ''] = [...this.#header.columns].find(([, column]) => column === index) ?? []
    return shownCell(row.cells[index] ?? '', this.#layout.fields[name])
  }
}

export type ValueProblem = { field: string; code: FileCode; message: string }

/** Cached verdicts per field, because most values of choices and codes repeat. */
const MAX_CACHED_VERDICTS = 2_000

/** Checks rows by their table's declaration. References and overlaps are checked against the database elsewhere. */
export function createValueCheck(table: TableDeclaration) {
  const fields = templateFields(table)
  const verdicts = new Map<string, Map<string | null, ValueProblem | null>>()

  async function checkValue(
    field: string,
    written: TableField,
    value: string | null,
  ): Promise<ValueProblem | null> {
    const kept = verdicts.get(field) ?? new Map<string | null, ValueProblem | null>()
    verdicts.set(field, kept)
    const known = kept.get(value)
    if (known !== undefined) return known
    const verdict = await verdictOf(field, value, written, table)
    if (kept.size < MAX_CACHED_VERDICTS) kept.set(value, verdict)
    return verdict
  }

  /** Returns the first problem of each field. */
  return async (values: Values): Promise<ValueProblem[]> => {
    const problems: ValueProblem[] = []
    for (const [field, written] of fields) {
      const problem = await checkValue(field, written, values[field] ?? null)
      if (problem) problems.push(problem)
    }
    return [...problems, ...brokenTogether(table, values, problems).map(problemOf)]
  }
}

async function verdictOf(
  field: string,
  value: string | null,
  { label, type, options, optional }: TableField,
  table: TableDeclaration,
): Promise<ValueProblem | null> {
  const own = table.fields[field]
  if (own) return checkByRules(field, own, value)
  if (value === null) return optional ? null : { field, code: 'E001', message: FILE_CODES.E001 }
  if (type === 'date') return isDay(value) ? null : { field, code: 'E005', message: FILE_CODES.E005 }
  if (options && !Object.hasOwn(options, value))
    return { field, code: 'E010', message: `${label} must be one of ${Object.values(options).join(', ')}` }
  return null
}

/** The problem of a value with the rules of its field. */
export async function checkByRules(
  name: string,
  field: TableField,
  value: string | null,
): Promise<ValueProblem | null> {
  const error = await brokenRule(name, field, value ?? '')
  return error ? problemOf(error) : null
}

/** Maps the name of a rule to the code of a file error. */
function problemOf({ field, code, message }: FieldError): ValueProblem {
  if (isKeyOf(FILE_CODES, code)) return { field, code, message }
  return { field, code: code === 'required' || code === 'select_required' ? 'E001' : 'E004', message }
}
