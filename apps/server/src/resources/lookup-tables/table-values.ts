import { checkField } from '@backoffice/contract/rules/check'
import {
  COMMON_FIELDS,
  keyFields,
  type TableDeclaration,
  type TableField,
  templateColumns,
} from '@backoffice/contract/table'
import type { Reader } from '../../db/client.ts'
import { dayWords } from '../../kernel/day-words.ts'
import { type FieldError, invalidFields } from '../../kernel/errors.ts'
import { findCodesInForce } from './referenced-tables.ts'

/** The writable values of a row, by the names of the template. */
export type Values = Readonly<Record<string, string | null>>

/** As they are stored: trimmed, codes in upper case, an empty optional value as null. */
export function tidyValues({ fields }: TableDeclaration, given: object): Values {
  const tidied = Object.entries(given as Values).map(([name, value]) => {
    if (value === null) return [name, null]
    const trimmed = value.trim()
    const { type, optional } = fields[name] ?? {}
    if (trimmed === '' && optional) return [name, null]
    return [name, type === 'code' ? upperCode(trimmed) : trimmed]
  })
  return Object.fromEntries(tidied)
}

/** Only ASCII: `ß` and `ı` would become letters that nobody entered. */
export function upperCode(code: string): string {
  return code.replace(/[a-z]+/g, (lower) => lower.toUpperCase())
}

type Check = {
  db: Reader
  table: TableDeclaration
  /** Undefined for a new row. */
  before?: Values
  after: Values
  /** The day in Manila. */
  today: string
  inUseSince?: string | null
}

/** Throws 422 with the first error of each field. */
export async function checkValues({ db, table, before, after, today, inUseSince }: Check): Promise<void> {
  const rules = await brokenRules(table, after)
  const errors = [
    ...lockedKeys(table, before, after, inUseSince ?? null),
    ...rules,
    ...datesReversed(after),
    ...(rules.length === 0 ? brokenRanges(table, after) : []),
    ...(await unknownReferences(db, table, before, after, today)),
  ]
  const first = errors.filter(({ field }, at) => errors.findIndex((each) => each.field === field) === at)
  if (first.length > 0) throw invalidFields(first)
}

function lockedKeys(
  table: TableDeclaration,
  before: Values | undefined,
  after: Values,
  since: string | null,
) {
  if (!before || since === null) return []
  return keyFields(table)
    .filter((name) => before[name] !== after[name])
    .map((field) => ({
      field,
      code: 'in_use',
      message: `In use since ${dayWords(since)}, so it does not change: duplicate it under a new ID and end this one.`,
    }))
}

/** Rules take digits of other scripts, and line breaks, which a file of rows cannot carry. */
function unstorable({ label, type, max }: TableField, value: string): string | undefined {
  if (/\p{Cc}/u.test(value)) return `${label} has line breaks, tabs or other control characters: remove them`
  if (type === 'code' && !/^[ -~]*$/.test(value)) return `${label} takes the letters A to Z and digits 0 to 9`
  return [...value].length > max ? `${label} must only contain ${max} characters` : undefined
}

async function brokenRules({ fields }: TableDeclaration, after: Values): Promise<FieldError[]> {
  const errors: FieldError[] = []
  for (const [name, field] of Object.entries(fields)) {
    const error = await brokenRule(name, field, after[name] ?? '')
    if (error) errors.push(error)
  }
  return errors
}

/** What is wrong with the value of a field by itself: fields of tables have no rules that refer to others. */
export async function brokenRule(
  name: string,
  field: TableField,
  value: string,
): Promise<FieldError | undefined> {
  const { label, rules, options } = field
  const error = (code: string, message: string) => ({ field: name, code, message })
  const failure = await checkField(value, rules, { name, label })
  if (failure) return error(failure.rule, failure.message)
  if (value !== '' && options && !Object.hasOwn(options, value))
    return error('E010', `${label} is one of ${Object.values(options).join(', ')}`)
  const problem = unstorable(field, value)
  return problem === undefined ? undefined : error('E004', problem)
}

export function datesReversed({ effective_from: from, effective_to: to }: Values): FieldError[] {
  if (!from || !to || to >= from) return []
  const message = `${COMMON_FIELDS.effective_to.label} is before ${COMMON_FIELDS.effective_from.label}`
  return [{ field: 'effective_to', code: 'E006', message }]
}

export function brokenRanges({ ranges = [], fields }: TableDeclaration, after: Values): FieldError[] {
  return ranges.flatMap(({ from, to, digits }) => {
    const [low, high] = [after[from] ?? null, after[to] ?? null]
    const label = (name: string) => fields[name]?.label ?? name
    if (low === null && high === null) return []
    if (low === null)
      return [{ field: from, code: 'E001', message: `Enter ${label(from)}, or leave both empty` }]
    if (high === null)
      return [{ field: to, code: 'E001', message: `Enter ${label(to)}, or leave both empty` }]
    if (high.padEnd(digits, '9') >= low.padEnd(digits, '0')) return []
    return [{ field: to, code: 'E006', message: `${label(to)} is before ${label(from)}` }]
  })
}

async function unknownReferences(
  db: Reader,
  { fields }: TableDeclaration,
  before: Values | undefined,
  after: Values,
  today: string,
): Promise<FieldError[]> {
  const errors: FieldError[] = []
  for (const [name, { reference }] of Object.entries(fields)) {
    const value = after[name]
    // A code that was retired since stays valid where it is used.
    if (!reference || !value || value === reference.any || value === before?.[name]) continue
    const codes = await findCodesInForce(db, reference.table, [value], today)
    if (!codes.has(value))
      errors.push({ field: name, code: 'E007', message: `${value} is unknown or not in force` })
  }
  return errors
}

/** Of a stored or sent row the values that are written. */
export function valuesOf(table: TableDeclaration, row: object): Values {
  const all = row as Values
  return Object.fromEntries(templateColumns(table).map((name) => [name, all[name] ?? null]))
}
