import type { TableDeclaration } from '@backoffice/contract/table'
import type { Tx } from '../db/client.ts'
import type { Values } from '../resources/lookup-tables/table-values.ts'
import type { ValueProblem } from './check-values.ts'
import { codeColumns, findExistingCodes } from './existing-codes.store.ts'
import type { IsNumber } from './import-kind.ts'

type NumberRow = { row: number; line: number; input: Values }

/** Finds codes that a workbook stores as numbers and that exist only with leading zeros. */
export function createZeroCheck(table: TableDeclaration, isNumber: IsNumber | undefined) {
  const columns = [...codeColumns(table)]

  return async (tx: Tx, rows: readonly NumberRow[]): Promise<ValueProblem[][]> => {
    const problems = rows.map((): ValueProblem[] => [])
    if (!isNumber) return problems
    for (const [field, column] of columns) {
      const max = table.fields[field]?.max ?? 0
      const numbers = rows.map(({ row, line, input }) => {
        const value = input[field] ?? ''
        return /^\d+$/.test(value) && isNumber({ row, line }, field) ? value : undefined
      })
      const wanted = numbers.flatMap((value) =>
        value === undefined ? [] : [value, ...withZeros(value, max)],
      )
      const existing = await findExistingCodes(tx, column, [...new Set(wanted)])
      numbers.forEach((value, at) => {
        if (value === undefined || existing.has(value)) return
        const code = withZeros(value, max).find((each) => existing.has(each))
        const message = `${value} may have lost a leading zero: ${code} exists`
        if (code !== undefined) problems[at]?.push({ field, code: 'E012', message })
      })
    }
    return problems
  }
}

function withZeros(value: string, max: number): string[] {
  return Array.from(
    { length: Math.max(0, max - value.length) },
    (_, zeros) => `${'0'.repeat(zeros + 1)}${value}`,
  )
}
