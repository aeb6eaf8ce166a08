import {
  type ColumnFormat,
  DATE_ORDERS,
  DECIMAL_SIGNS,
  formatsFor,
  type MatchedField,
  type UploadColumns,
} from '@backoffice/contract/columns'
import type { ImportLayout } from '@backoffice/contract/import-layouts'
import { isKeyOf } from '@backoffice/contract/objects'

export type Column = UploadColumns['columns'][number]

/** The user's matching. A field takes a column or one value for all rows. */
export type Choices = {
  /** Field by index of the column; an empty one is not imported. */
  readonly fields: Readonly<Record<number, string>>
  /** One value for all rows by field; empty until it is entered. */
  readonly values: Readonly<Record<string, string>>
  /** Format by field. */
  readonly formats: Readonly<Record<string, ColumnFormat>>
}

/** The matching in force or remembered, completed by suggestions unless it is in force. */
export function startOf(
  { columns, matched }: UploadColumns,
  layout: ImportLayout,
  isInForce: boolean,
): Choices {
  const known = (matched?.fields ?? []).filter(({ field }) => Object.hasOwn(layout.fields, field))
  const fields: Record<number, string> = {}
  for (const each of known) if ('column' in each) fields[each.column] = each.field
  const taken = new Set(known.map(({ field }) => field))
  for (const { index, suggestion } of columns) {
    const field = suggestion?.field
    if (isInForce || field === undefined || fields[index] || taken.has(field)) continue
    if (Object.hasOwn(layout.fields, field)) fields[index] = field
  }
  const values = Object.fromEntries(
    known.flatMap((each) => ('value' in each ? [[each.field, each.value]] : [])),
  )
  const formats: Record<string, ColumnFormat> = {}
  for (const [field, format] of Object.entries(matched?.formats ?? {}))
    if (isKeyOf({ ...DATE_ORDERS, ...DECIMAL_SIGNS }, format)) formats[field] = format
  return { fields, values, formats }
}

/** Chooses the field of a column. A field with a column has no other value, and its format is chosen again. */
export function chooseField({ fields, values, formats }: Choices, index: number, field: string): Choices {
  const before = fields[index] ?? ''
  return {
    fields: { ...fields, [index]: field },
    values: without(values, field),
    formats: without(without(formats, field), before),
  }
}

/** Sets the value for all rows; undefined removes it. Fields `below` depend on it and are chosen again. */
export function chooseValue(
  choices: Choices,
  field: string,
  value: string | undefined,
  below: readonly string[] = [],
): Choices {
  const values = { ...without(choices.values, field), ...(value !== undefined && { [field]: value }) }
  if (value !== choices.values[field]) for (const each of below) if (values[each]) values[each] = ''
  return { ...choices, values }
}

function without<Value>(record: Readonly<Record<string, Value>>, key: string): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).filter(([each]) => each !== key))
}

export function columnsWith({ fields }: Choices, field: string): number[] {
  return Object.keys(fields)
    .map(Number)
    .filter((index) => field !== '' && fields[index] === field)
}

export const isDoubled = (choices: Choices, field: string) => columnsWith(choices, field).length > 1

/** Formats in which the whole column can be read as the field; empty if it needs none. */
export function formatsOf(column: Column, layout: ImportLayout, field: string | undefined): ColumnFormat[] {
  return formatsFor(layout.fields[field ?? ''], column) ?? []
}

/** The chosen format, or the only one. */
export function formatOf(
  column: Column,
  layout: ImportLayout,
  { fields, formats }: Choices,
): ColumnFormat | undefined {
  const field = fields[column.index]
  const possible = formatsOf(column, layout, field)
  const chosen = field === undefined ? undefined : formats[field]
  return possible.length === 1 ? possible[0] : possible.find((each) => each === chosen)
}

const hasSource = (choices: Choices, field: string) =>
  columnsWith(choices, field).length > 0 || choices.values[field] !== undefined

/** Fields without which the file is refused, and which have neither a column nor a value. */
export function missingFields(layout: ImportLayout, choices: Choices): string[] {
  return layout.required.filter((field) => !hasSource(choices, field))
}

/** Other fields that a new row needs. Existing rows keep what they have. */
export function missingForNewRows(layout: ImportLayout, choices: Choices, addsRows: boolean): string[] {
  if (!addsRows) return []
  return Object.entries(layout.fields)
    .filter(([, field]) => !field.optional && field.default === undefined && !field.requiredWhen)
    .map(([name]) => name)
    .filter((name) => !layout.required.includes(name) && !hasSource(choices, name))
}

/** Columns that are still without their format. */
export function missingFormats(columns: readonly Column[], layout: ImportLayout, choices: Choices): Column[] {
  return columns.filter(
    (column) =>
      formatsOf(column, layout, choices.fields[column.index]).length > 1 &&
      formatOf(column, layout, choices) === undefined,
  )
}

export function doubledFields({ fields }: Choices): string[] {
  const chosen = Object.values(fields).filter((field) => field !== '')
  return [...new Set(chosen.filter((field, index) => chosen.indexOf(field) !== index))]
}

export function emptyValues({ values }: Choices): string[] {
  return Object.keys(values).filter((field) => values[field]?.trim() === '')
}

export const matchedColumns = ({ fields }: Choices) =>
  Object.values(fields).filter((field) => field !== '').length

/** Fields and formats of the call. A field that is not named gets no value. */
export function matchingOf(
  { columns }: UploadColumns,
  layout: ImportLayout,
  choices: Choices,
): { columns: MatchedField[]; formats: Record<string, ColumnFormat> } {
  const matched: MatchedField[] = []
  const formats: Record<string, ColumnFormat> = {}
  for (const column of columns) {
    const field = choices.fields[column.index]
    if (!field) continue
    matched.push({ field, column: column.index })
    const format = formatOf(column, layout, choices)
    if (format) formats[field] = format
  }
  for (const [field, value] of Object.entries(choices.values)) matched.push({ field, value: value.trim() })
  return { columns: matched, formats }
}

export function isSame(one: Choices, other: Choices): boolean {
  const text = ({ fields, values, formats }: Choices) =>
    JSON.stringify(
      [fields, values, formats].map((each) =>
        Object.entries(each)
          .filter(([, value]) => value !== '')
          .sort(),
      ),
    )
  return text(one) === text(other) && emptyValues(one).length === emptyValues(other).length
}
