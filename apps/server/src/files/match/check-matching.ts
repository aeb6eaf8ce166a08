import { maskCardNumbers } from '@backoffice/contract/card-number'
import { COLUMN_FORMATS, formatsFor, type MatchedField } from '@backoffice/contract/columns'
import type { ImportLayout } from '@backoffice/contract/import-layouts'
import type { ColumnMatching, FoundColumns } from '../../db/schema.ts'
import { brokenRule } from '../../features/lookup-tables/table-values.ts'
import { type FieldError, invalidFields } from '../../kernel/errors.ts'
import { tidyCell } from '../csv/tidy-cell.ts'
import { fieldOf } from './found-columns.ts'

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
