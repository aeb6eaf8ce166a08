import { uploadLayout } from '@backoffice/contract/columns'
import type { TrackedFile } from '@backoffice/contract/files'
import { fixEndpoints, type RowsToFix } from '@backoffice/contract/fixes'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../net/call.ts'
import type { FixGridData, Place } from './fix-cells.ts'
import { isCardField } from './fix-checks.ts'
import type { GridColumn } from './fix-row.tsx'

export const FIRST: Place = { index: 0, column: 1 }

export function columnsOf(category: string, reply: RowsToFix | undefined): GridColumn[] {
  const declared = uploadLayout(category).fields
  const { fields = [], formats } = reply ?? {}
  return fields.map((field) => ({
    field,
    label: declared[field]?.label ?? field,
    declaration: declared[field],
    isCard: isCardField(category, field),
    isMonthFirst: formats?.[field] === 'MDY',
  }))
}

export function gridData(reply: RowsToFix | undefined, showsWarned: boolean): FixGridData {
  const rows = reply?.rows ?? []
  return {
    rows: showsWarned ? rows : rows.filter(({ outcome }) => outcome === 'rejected'),
    fields: reply?.fields ?? [],
  }
}

/** The place, or the nearest one of the grid after rows were hidden. */
export function withinGrid({ rows, fields }: FixGridData, { index, column }: Place): Place {
  const last = Math.max(rows.length - 1, 0)
  return index <= last && column <= fields.length
    ? { index, column }
    : { index: Math.min(index, last), column: Math.min(column, fields.length) }
}

/** Rows of the last check, card numbers masked. Every check increases the version. */
export function rowsToFixQuery({ source_filekey, version }: TrackedFile) {
  return queryOptions({
    queryKey: ['files', 'rows-to-fix', source_filekey, version],
    queryFn: ({ signal }) => call(fixEndpoints.rows, { query: { source_filekey }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}
