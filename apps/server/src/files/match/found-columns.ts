import { formatsFor } from '@backoffice/contract/columns'
import type { ImportLayout } from '@backoffice/contract/import-layouts'
import type { TableField } from '@backoffice/contract/table'
import type { ColumnMatching, FoundColumn, FoundColumns } from '../../db/schema.ts'
import { maskedValue } from '../csv/csv-cell.ts'
import type { Analysis } from './analyse.ts'
import type { ColumnFacts } from './column-facts.ts'
import type { Suggestion } from './suggest.ts'
import { otherTemplate } from './template-columns.ts'

type FoundInput = Pick<FoundColumns, 'sheets' | 'sheet'> & {
  analysis: Analysis
  suggestions: readonly (Suggestion | null)[]
  layout: ImportLayout
}

/** An analysis as it is stored and shown, with card numbers masked. */
export function foundColumns({ analysis, suggestions, layout, sheets, sheet }: FoundInput): FoundColumns {
  const { line, rows, preview, names } = analysis
  return {
    ...{ sheets, sheet, rows, preview },
    header_row: line,
    columns: analysis.columns.map((facts, index) =>
      foundColumn(facts, { index, name: names[index] ?? '', suggestion: suggestions[index] ?? null }),
    ),
    looks_like: otherTemplate(names, layout),
  }
}

function foundColumn(
  { samples, filled, dateOrders, decimalSigns }: ColumnFacts,
  { index, name, suggestion }: Pick<FoundColumn, 'index' | 'name' | 'suggestion'>,
): FoundColumn {
  return {
    ...{ index, name: maskedValue(name), samples, filled, suggestion },
    date_orders: dateOrders && [...dateOrders.options],
    decimal_signs: decimalSigns && [...decimalSigns.options],
    fitting: [...(dateOrders?.ofAll ?? []), ...(decimalSigns?.ofAll ?? [])],
  }
}

/** The field of the layout; undefined for other names, those of the prototype too. */
export function fieldOf({ fields }: ImportLayout, name: string): TableField | undefined {
  return Object.hasOwn(fields, name) ? fields[name] : undefined
}

/**
 * The matching with the formats that the columns need. Undefined if the columns do not suffice for the template, or a
 * format is missing or does not read every cell.
 */
export function fittingMatching(
  { fields, formats }: ColumnMatching,
  { columns }: Pick<FoundColumns, 'columns'>,
  layout: ImportLayout,
): ColumnMatching | undefined {
  const fitting: ColumnMatching = { fields, formats: {} }
  for (const each of fields) {
    const field = fieldOf(layout, each.field)
    if (!field) return undefined
    if (!('column' in each)) continue
    const column = columns[each.column]
    if (!column) return undefined
    const options = formatsFor(field, column)
    if (!options) continue
    const format = formats[each.field] ?? (options.length === 1 ? options[0] : undefined)
    if (format === undefined || !column.fitting.includes(format)) return undefined
    fitting.formats[each.field] = format
  }
  return layout.required.every((name) => fields.some(({ field }) => field === name)) ? fitting : undefined
}
