import { CASE_REPLIES } from './case-replies.ts'
import type { ImportLayout } from './import-layout.ts'
import { keyFields, type TableDeclaration, unmaskedColumns, writtenFields } from './table.ts'
import { TABLES } from './tables/tables.ts'

export function tableLayout(table: TableDeclaration): ImportLayout {
  const { name, category, title, noun, ranges, movedBy } = table
  const written = writtenFields(table)
  const columns = unmaskedColumns(table)
  const fields = Object.fromEntries(Object.entries(written).filter(([each]) => columns.includes(each)))
  return {
    ...{ name, category, title, noun, fields, required: keyFields(table), changed: written },
    ...(ranges && { ranges }),
    ...(movedBy && { movedBy }),
  }
}

const LAYOUTS: ReadonlyMap<string, ImportLayout> = new Map(
  [CASE_REPLIES, ...TABLES.map(tableLayout)].map((layout) => [layout.category, layout]),
)

/** Undefined for a category without imports. */
export function layoutOf(category: string): ImportLayout | undefined {
  return LAYOUTS.get(category)
}

/** Throws for a category without imports. */
export function layoutOfCategory(category: string): ImportLayout {
  const found = layoutOf(category)
  if (!found) throw new Error(`${category} has no imports`)
  return found
}
