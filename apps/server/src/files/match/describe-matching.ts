import { COLUMN_FORMATS } from '@backoffice/contract/columns'
import type { ImportLayout } from '@backoffice/contract/import-layouts'
import type { ColumnMatching, FoundColumns } from '../../db/schema.ts'
import type { Changes } from '../../kernel/audit.ts'

/** Changed fields with their column name or value, for the audit trail. */
export function describeMatching(
  before: ColumnMatching | null,
  after: ColumnMatching,
  { columns }: Pick<FoundColumns, 'columns'>,
  layout: ImportLayout,
): Changes {
  const words = (matching: ColumnMatching | null, name: string) => {
    const found = matching?.fields.find(({ field }) => field === name)
    if (!found) return null
    if ('value' in found) return `“${found.value}”`
    const column = columns[found.column]?.name || `column ${found.column + 1}`
    const format = matching?.formats[name]
    return format ? `${column} (${COLUMN_FORMATS[format]})` : column
  }
  const pairs = Object.keys(layout.fields).map(
    (name) => [name, [words(before, name), words(after, name)] as const] as const,
  )
  return Object.fromEntries(pairs.filter(([, [old, now]]) => old !== now))
}
