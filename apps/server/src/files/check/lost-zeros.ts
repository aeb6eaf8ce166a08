import type { TableDeclaration } from '@backoffice/contract/table'
import type { Tx } from '../../db/client.ts'
import type { Values } from '../../features/lookup-tables/table-values.ts'
import type { ValueProblem } from './check-values.ts'
import { type CodeKey, codeColumns, codeKeyText, findPossibleCodes, scopeOf } from './existing-codes.store.ts'
import type { IsNumber } from './import-kind.ts'
import { withZeros } from './nearest.ts'

/** `after`: the record after the import. */
type NumberRow = { row: number; line: number; input: Values; after: Values }

/** Finds codes that a workbook stores as numbers and that exist, next to the same other keys, only with leading zeros. */
export function createZeroCheck(table: TableDeclaration, isNumber: IsNumber | undefined, today: string) {
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
      numbers.forEach((number, at) => {
        if (number === undefined) return
        const { value, padded, keyOf } = number
        const isPossible = (code: string) => possible.has(codeKeyText(keyOf(code)))
        if (isPossible(value)) return
        const code = padded.find(isPossible)
        const message = `${value} may have lost a leading zero: ${code} exists`
        if (code !== undefined) problems[at]?.push({ field, code: 'E012', message })
      })
    }
    return problems
  }
}
