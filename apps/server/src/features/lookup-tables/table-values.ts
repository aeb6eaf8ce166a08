import { nameProblem } from '@backoffice/contract/card-number'
import { textValue, tidyText } from '@backoffice/contract/field-types'
import { FILE_CODES } from '@backoffice/contract/file-codes'
import { isKeyOf } from '@backoffice/contract/objects'
import { placesBelow } from '@backoffice/contract/places'
import { checkField } from '@backoffice/contract/rules/check'
import {
  keyFields,
  type TableDeclaration,
  type TableField,
  unmaskedColumns,
} from '@backoffice/contract/table'
import { crossChecks } from '@backoffice/contract/table-checks'
import { referrersOf } from '@backoffice/contract/tables/tables'
import { writtenDay } from '@backoffice/contract/written-values'
import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import { BAD_DATE, dayOf } from '../../files/csv/cells.ts'
import { type FieldError, invalidFields } from '../../kernel/errors.ts'
import { findReferable, referenceKeyText } from './referenced-tables.ts'

/** Writable values of a row as text, by column. */
export type Values = Readonly<Record<string, string | null>>

/** Change of a deleted row that comes back, next to those of its values. */
export const BROUGHT_BACK = { deleted: ['Yes', 'No'] } as const

/** Trims values for storage, with codes in upper case, numbers in full length and empty optional values null. */
export function normalizeValues({ fields }: TableDeclaration, input: object): Values {
  const normalized = Object.entries(input).map(([name, value]) => {
    const text = textValue(value)
    const field = isKeyOf(fields, name) ? fields[name] : undefined
    if (text === null || (text.trim() === '' && field?.optional)) return [name, null]
    return [name, field ? tidyText(field, text) : text.trim()]
  })
  return Object.fromEntries(normalized)
}

export function isDay(text: string): boolean {
  const bytes = Buffer.from(text)
  return dayOf(bytes, 0, bytes.length) !== BAD_DATE
}

type ValuesCheck = {
  tx: Tx
  table: TableDeclaration
  before?: Values
  after: Values
  /** The day in Manila. */
  today: string
  inUseSince?: string | null
}

/** Throws 422 with the first error of each field. */
export async function checkValues({
  tx,
  table,
  before,
  after,
  today,
  inUseSince,
}: ValuesCheck): Promise<void> {
  const rules = await brokenRules(table, before, after)
  const errors = [
    ...lockedKeys(table, before, after, inUseSince ?? null),
    ...rules,
    ...brokenTogether(table, after, rules),
    ...(await unknownReferences(tx, table, before, after, today)),
    ...(await stillReferred(tx, table, before, after)),
  ]
  const first = errors.filter(
    ({ field }, index) => errors.findIndex((each) => each.field === field) === index,
  )
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
      message: `In use since ${writtenDay(since)}, so it can’t be changed. Duplicate the row with a new ID and end this one.`,
    }))
}

/** Rejects card numbers, other scripts and invisible characters, which the rules accept. */
function unstorable(
  { label, type, max, holdsNoCards, isFreeText }: TableField,
  value: string,
  isStored: boolean,
): string | undefined {
  const problem = isStored ? undefined : nameProblem(value)
  if (problem === 'hidden') return `${label} has line breaks, tabs or other invisible characters: remove them`
  if (problem === 'card' && !holdsNoCards && !isFreeText) return `${label} has a card number: remove it`
  if (type === 'code' && !/^[ -~]*$/.test(value))
    return `${label} must only contain letters A to Z and digits 0 to 9`
  return [...value].length > max ? `${label} must only contain ${max} characters` : undefined
}

async function brokenRules(
  { fields }: TableDeclaration,
  before: Values | undefined,
  after: Values,
): Promise<FieldError[]> {
  const errors: FieldError[] = []
  for (const [name, field] of Object.entries(fields)) {
    // Masked values are only checked when sent.
    if (field.masked && !after[name]) continue
    const value = after[name] ?? ''
    const error = await brokenRule(name, field, value, before?.[name] === value)
    if (error) errors.push(error)
  }
  return errors
}

/**
 * Error of a single field; its rules do not refer to other fields. If `isStored`, a name older than its rule may stay.
 */
export async function brokenRule(
  name: string,
  field: TableField,
  value: string,
  isStored = false,
): Promise<FieldError | undefined> {
  const { label, rules, options, type } = field
  const error = (code: string, message: string) => ({ field: name, code, message })
  const failure = await checkField(value, rules, { name, label })
  if (failure) return error(failure.rule, failure.message)
  if (value !== '' && options && !Object.hasOwn(options, value))
    return error('E010', `${label} must be one of ${Object.values(options).join(', ')}`)
  if (value !== '' && type === 'date' && !isDay(value)) return error('E005', FILE_CODES.E005)
  const problem = unstorable(field, value, isStored)
  return problem === undefined ? undefined : error('E004', problem)
}

/** Errors between fields, for fields that are valid on their own. */
export function brokenTogether(
  table: TableDeclaration,
  values: Values,
  broken: readonly { field: string }[],
): FieldError[] {
  const isRight = (field: string) => !broken.some((each) => each.field === field)
  const crossed = crossChecks(table).flatMap(({ field, reads, check }) => {
    const problem = [field, ...reads].every(isRight) ? check(values) : undefined
    return problem ? [{ field, ...problem }] : []
  })
  return [...crossed, ...unknownPlaces(table, values).filter(({ field }) => isRight(field))]
}

/** Error of the first unknown place among region, province and city, because the lower ones depend on it. */
function unknownPlaces({ fields }: TableDeclaration, values: Values): FieldError[] {
  for (const [name, { place }] of Object.entries(fields)) {
    const value = values[name]
    if (!place || !value) continue
    const above = place.map((each) => values[each] ?? '')
    if (placesBelow(above).includes(value)) continue
    const where = above.length > 0 ? above.at(-1) : 'the PSGC list'
    return [{ field: name, code: 'E010', message: `${value} isn’t in ${where}` }]
  }
  return []
}

async function unknownReferences(
  tx: Tx,
  { fields }: TableDeclaration,
  before: Values | undefined,
  after: Values,
  today: string,
): Promise<FieldError[]> {
  const errors: FieldError[] = []
  for (const [name, { reference }] of Object.entries(fields)) {
    const value = after[name]
    const shared = reference?.within ?? []
    // An unchanged code stays valid even if retired.
    const isUnchanged = [name, ...shared].every((each) => after[each] === before?.[each])
    if (!reference || !value || value === reference.any || isUnchanged) continue
    const key = { code: value, within: shared.map((each) => after[each] ?? '') }
    const found = await findReferable(tx, reference, [key], today)
    if (!found.has(referenceKeyText(key)))
      errors.push({ field: name, code: 'E007', message: `${value} is unknown or inactive` })
  }
  return errors
}

/** Errors of a change that would make a referenced row unavailable for references. */
async function stillReferred(
  tx: Tx,
  table: TableDeclaration,
  before: Values | undefined,
  after: Values,
): Promise<FieldError[]> {
  if (!before) return []
  for (const { table: other, field } of referrersOf(table)) {
    const { except } = other.fields[field]?.reference ?? {}
    if (!except || after[except.field] !== except.is || before[except.field] === except.is) continue
    const code = before[keyFields(table)[0] ?? ''] ?? ''
    const { rows } = await sql<{ code: string }>`
      SELECT ${sql.ref(keyFields(other)[0] ?? '')} AS code FROM ${sql.table(other.name)}
      WHERE deleted_at IS NULL AND ${sql.ref(field)} = ${code} LIMIT 1`.execute(tx)
    const [referring] = rows
    const label = table.fields[except.field]?.options?.[except.is] ?? except.is
    if (referring)
      return [
        {
          field: except.field,
          code: 'in_use',
          message: `${code} can’t be ${label}: ${referring.code} refers to it`,
        },
      ]
  }
  return []
}

export function valuesOf(table: TableDeclaration, row: Readonly<Record<string, unknown>>): Values {
  return Object.fromEntries(unmaskedColumns(table).map((name) => [name, textValue(row[name])]))
}
