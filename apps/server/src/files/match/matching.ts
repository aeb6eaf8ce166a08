import { maskCardNumbers } from '@backoffice/contract/card-number'
import type { MatchedField } from '@backoffice/contract/columns'
import { COLUMN_FORMATS, formatsFor } from '@backoffice/contract/columns'
import type { ImportLayout } from '@backoffice/contract/import-layouts'
import type { TableField } from '@backoffice/contract/table'
import type { ColumnMatching, FoundColumn, FoundColumns } from '../../db/schema.ts'
import { brokenRule } from '../../features/lookup-tables/table-values.ts'
import type { Changes } from '../../kernel/audit.ts'
import { type FieldError, invalidFields } from '../../kernel/errors.ts'
import { maskedValue } from '../csv/csv-cell.ts'
import { tidyCell } from '../csv/guarded-cell.ts'
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

type MatchInput = {
  columns: readonly MatchedField[]
  formats: ColumnMatching['formats']
  found: Pick<FoundColumns, 'columns'>
  layout: ImportLayout
}

/** The matching as it is stored. Throws 422 with the first error of each field. */
export async function checkMatching(input: MatchInput): Promise<ColumnMatching> {
  const { columns: fields, layout } = input
  const formats: ColumnMatching['formats'] = {}
  const errors: FieldError[] = []
  const add = (field: string, code: string, message: string) => {
    if (!errors.some((each) => each.field === field)) errors.push({ field, code, message })
  }
  for (const [at, each] of fields.entries()) {
    const field = fieldOf(layout, each.field)
    if (!field) {
      add(each.field, 'unknown_field', `Files of ${layout.title} have no field ${each.field}`)
      continue
    }
    const { label } = field
    if (fields.findIndex((other) => other.field === each.field) < at)
      add(each.field, 'field_twice', `${label} is matched twice. Choose one column`)
    if ('value' in each) {
      const problem = await valueProblem(each, layout)
      if (problem) add(each.field, problem.code, problem.message)
      continue
    }
    const column = input.found.columns[each.column]
    if (!column) {
      add(each.field, 'unknown_column', `The file has no column ${each.column + 1}`)
      continue
    }
    const earlier = fields.slice(0, at).find((other) => 'column' in other && other.column === each.column)
    if (earlier)
      add(each.field, 'column_twice', `${nameOf(column)} is already matched with ${labelOf(earlier, layout)}`)
    const options = formatsFor(field, column)
    if (!options) continue
    const chosen = Object.hasOwn(input.formats, each.field) ? input.formats[each.field] : undefined
    const format = chosen ?? (options.length === 1 ? options[0] : undefined)
    if (format === undefined)
      add(
        each.field,
        'format_required',
        `Choose how ${label} is written: ${options.map((of) => COLUMN_FORMATS[of]).join(' or ')}`,
      )
    else if (!options.includes(format) && !column.fitting.includes(format))
      add(
        each.field,
        'format_contradicted',
        `${nameOf(column)} has values that are not written like ${COLUMN_FORMATS[format]}`,
      )
    else formats[each.field] = format
  }
  for (const name of layout.required)
    if (!fields.some(({ field }) => field === name))
      add(name, 'required', `Choose a column for ${fieldOf(layout, name)?.label}`)
  if (errors.length > 0) throw invalidFields(errors)
  return { fields: [...fields], formats }
}

async function valueProblem(
  { field: name, value }: { field: string; value: string },
  layout: ImportLayout,
): Promise<{ code: string; message: string } | undefined> {
  const field = fieldOf(layout, name)
  if (!field) return undefined
  if (!field.holdsNoCards && maskCardNumbers(value) !== value)
    return { code: 'card_number', message: 'One value for all rows cannot be a card number. Choose a column' }
  return brokenRule(name, field, tidyCell(value, field).value ?? '')
}

const nameOf = ({ name, index }: { name: string; index: number }) => name || `Column ${index + 1}`
const labelOf = ({ field }: MatchedField, layout: ImportLayout) => fieldOf(layout, field)?.label ?? field

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
