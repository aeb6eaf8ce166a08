import { keyFields, type TableDeclaration } from './table.ts'

/** The key field that may stand for all, with that value, such as `*` for all companies. */
export function anyKey(table: TableDeclaration): { field: string; value: string } | undefined {
  for (const field of keyFields(table)) {
    const value = table.fields[field]?.reference?.any
    if (value !== undefined) return { field, value }
  }
  return undefined
}
