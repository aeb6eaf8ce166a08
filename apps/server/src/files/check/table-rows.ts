import { keyFields, type TableDeclaration, type TableField } from '@backoffice/contract/table'
import type { Tx } from '../../db/client.ts'
import type { Values } from '../../features/lookup-tables/table-values.ts'
import { maskedValue } from '../csv/csv-cell.ts'
import { templateFields } from '../csv/guarded-cell.ts'
import { type CodeKey, codeColumns, codeKeyText, findPossibleCodes, scopeOf } from './codes.store.ts'
import { changesBetween, createReferenceCheck, findCurrent, keyOf } from './compare-rows.ts'
import type { IsNumber } from './import-handler.ts'
import type { FileRow } from './read-table-file.ts'
import { createValueCheck, hasCells, type ReadRow, type RowReader, type ValueProblem } from './row-reader.ts'
import { withZeros } from './suggest-values.ts'
import type { StagedRow } from './table-staging.ts'

export type RowChecks = {
  /** Day in Manila (YYYY-MM-DD) for rows in force. */
  today: string
  /** True if the file may move rows. */
  mayMove: boolean
  isNumber?: IsNumber | undefined
}

/** Tidies rows of a file in batches, checks them, and compares them with the table. */
export class TableRows {
  readonly #table: TableDeclaration
  readonly #reader: RowReader
  readonly #fields: Map<string, TableField>
  readonly #checkValues: ReturnType<typeof createValueCheck>
  readonly #checkReferences: ReturnType<typeof createReferenceCheck>
  readonly #checkZeros: ReturnType<typeof createZeroCheck>
  readonly #mayMove: boolean

  constructor(table: TableDeclaration, reader: RowReader, { today, mayMove, isNumber }: RowChecks) {
    this.#mayMove = mayMove
    this.#table = table
    this.#reader = reader
    this.#fields = templateFields(table)
    this.#checkValues = createValueCheck(table)
    this.#checkReferences = createReferenceCheck(table, today)
    this.#checkZeros = createZeroCheck(table, isNumber, today)
  }

  async stage(tx: Tx, rows: readonly FileRow[]): Promise<StagedRow[]> {
    const read = rows.map((row) => this.#reader.read(row))
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
      // A row that comes back refers to rows in force, as a new one does.
      compared.map(({ before, after }) => ({
        before: before?.is_deleted ? undefined : before?.value,
        after,
      })),
    )
    const damaged = await this.#checkZeros(
      tx,
      compared.map(({ row: { row, line }, input, after }) => ({ row, line, input, after })),
    )
    const stagedRows: StagedRow[] = []
    for (const [at, each] of compared.entries()) {
      const { row, input, before, after, errors, warnings } = each
      if (hasCells(each)) {
        // First, because only the first problem of a cell is reported.
        for (const problem of damaged[at] ?? []) this.#reader.add(each, problem)
        for (const problem of await this.#checkValues(after)) this.#reader.add(each, problem)
        for (const { field, value } of unknown[at] ?? []) {
          const message = `${value} is unknown or inactive`
          this.#reader.add(each, { field, code: 'E007', message })
        }
        this.#checkMove(each, before?.value, after)
        const [field = ''] = keyFields(this.#table)
        this.#reader.checkDuplicate(each, keyOf(this.#table, input), field, 'Same key as')
      }
      const changes = changesBetween(this.#table, before, after)
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

  /** Keeps values of missing columns; a new row gets defaults. */
  #merge(before: Values | undefined, input: Values): Values {
    const rest = (name: string) => (before ? before[name] : this.#fields.get(name)?.default) ?? null
    return Object.fromEntries(
      [...this.#fields.keys()].map((name) => [name, name in input ? (input[name] ?? null) : rest(name)]),
    )
  }

  #checkMove(read: ReadRow, before: Values | undefined, after: Values): void {
    const { movedBy = [], noun } = this.#table
    const field = movedBy.find((name) => before && before[name] !== after[name])
    if (field === undefined || this.#mayMove) return
    const place = (values: Values | undefined) => movedBy.map((name) => values?.[name]).join(' ')
    const message = `Would move the ${noun} from ${place(before)} to ${place(after)}, which you may not`
    this.#reader.add(read, { field, code: 'E009', message })
  }
}

/** `after` is the record after the import. */
type NumberRow = { row: number; line: number; input: Values; after: Values }

/**
 * Finds codes that a workbook stores as numbers and that exist, next to the same other keys, only with leading zeros.
 */
function createZeroCheck(table: TableDeclaration, isNumber: IsNumber | undefined, today: string) {
  const columns = [...codeColumns(table)]

  return async (tx: Tx, rows: readonly NumberRow[]): Promise<ValueProblem[][]> => {
    const problems = rows.map((): ValueProblem[] => [])
    if (!isNumber) return problems
    for (const [field, column] of columns) {
      const max = table.fields[field]?.max ?? 0
      const numbers = rows.map(({ row, line, input, after }) => {
        const value = input[field] ?? ''
        if (!/^\d+$/.test(value) || !isNumber({ row, line }, field)) return undefined
        const scope = scopeOf(column, after)
        const keyOf = (code: string): CodeKey => [code, ...scope]
        return { value, padded: withZeros(value, max), keyOf }
      })
      const wanted = new Map(
        numbers.flatMap((each) =>
          each
            ? [each.value, ...each.padded].map((code) => {
                const key = each.keyOf(code)
                return [codeKeyText(key), key] as const
              })
            : [],
        ),
      )
      const possible = await findPossibleCodes(tx, column, [...wanted.values()], today)
      numbers.forEach((number, index) => {
        if (number === undefined) return
        const { value, padded, keyOf } = number
        const isPossible = (code: string) => possible.has(codeKeyText(keyOf(code)))
        if (isPossible(value)) return
        const code = padded.find(isPossible)
        const message = `${value} may have lost a leading zero: ${code} exists`
        if (code !== undefined) problems[index]?.push({ field, code: 'E012', message })
      })
    }
    return problems
  }
}
