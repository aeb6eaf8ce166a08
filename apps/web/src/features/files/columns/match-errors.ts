import type { MatchedField } from '@backoffice/contract/columns'
import type { ImportLayout } from '@backoffice/contract/import-layouts'
import { checkField } from '@backoffice/contract/rules/check'
import { NOT_A_DATE } from '../../../kit/form/checks.ts'
import { placeErrors } from '../../../kit/form/form-error.ts'
import { isDay } from '../../../ui/date/days.ts'

/** Messages by control (`atColumn`, `atFormat`, `atValue`), and the one for the whole step. */
export type MatchErrors = { controls: Readonly<Record<string, string>>; rest: string }

export const atColumn = (index: number) => `column:${index}`
export const atFormat = (field: string) => `format:${field}`
export const atValue = (field: string) => `value:${field}`

/** Errors of the values for all rows, by the rules of their fields. */
export async function valueErrors(
  layout: ImportLayout,
  values: Readonly<Record<string, string>>,
): Promise<Record<string, string>> {
  const errors: Record<string, string> = {}
  for (const [name, value] of Object.entries(values)) {
    const message = await valueError(layout, name, value)
    if (message !== undefined) errors[atValue(name)] = message
  }
  return errors
}

/** The reason why no row could have the value. */
export async function valueError(
  { fields }: ImportLayout,
  name: string,
  value: string,
): Promise<string | undefined> {
  const { label = name, rules = '', type } = fields[name] ?? {}
  if (value.trim() === '') return `Enter ${label}, or remove it`
  if (type === 'date' && !isDay(value)) return NOT_A_DATE
  return (await checkField(value.trim(), rules, { name, label }))?.message
}

/** Places the server's refusal at the controls of the fields that were sent. */
export function placeMatchErrors(error: unknown, sent: readonly MatchedField[]): MatchErrors {
  const keys = new Map(
    sent.map((each) => [each.field, 'column' in each ? atColumn(each.column) : atValue(each.field)]),
  )
  const names = [
    ...keys.keys(),
    ...sent.flatMap(({ field }, index) => [
      ...['', '.field', '.column', '.value'].map((part) => `columns.${index}${part}`),
      `formats.${field}`,
    ]),
  ]
  const { fields, rest } = placeErrors(error, names)
  return {
    controls: Object.fromEntries(
      Object.entries(fields).map(([name, message]) => [keyOf(name, sent, keys), message]),
    ),
    rest,
  }
}

function keyOf(name: string, sent: readonly MatchedField[], keys: ReadonlyMap<string, string>): string {
  const [part, ...others] = name.split('.')
  if (part === 'formats') return atFormat(others.join('.'))
  const field = part === 'columns' ? sent[Number(others[0])]?.field : name
  return keys.get(field ?? name) ?? name
}
