import { checkFields, referencesOf } from '@backoffice/contract/rules/check'
import { parseRules } from '@backoffice/contract/rules/grammar'
import { internationalPhone } from '@backoffice/contract/rules/product'
import { isDay } from '../../ui/date/days.ts'
import type { FieldRules, RuleFormOptions, Values } from './rule-form.ts'

/** Events that check fields. Typing does not. */
export type CheckEvent =
  /** A field was left, changed or not. */
  | { type: 'blur'; name: string }
  /** A value was committed. Text commits on Enter or on leaving the field, everything else immediately. */
  | { type: 'change'; name: string; value: unknown }
  | { type: 'submit' }

export type Plan = {
  /** Fields that were checked with their message shown. */
  checked: ReadonlySet<string>
  /** Fields to show a message at now. The others only affect the validity of the form. */
  show: readonly string[]
}

/**
 * Decides which messages an event may change. A field that refers to a changed field is checked with it only after it
 * was checked itself, so that no field shows an error before the user has reached it. `references`: by field, the names
 * or paths inside a value (`address.city`) that it refers to.
 */
export function planChecks(
  checked: ReadonlySet<string>,
  event: CheckEvent,
  references: Readonly<Record<string, readonly string[]>>,
): Plan {
  const names = Object.keys(references)
  if (event.type === 'submit') return { checked: new Set([...checked, ...names]), show: names }
  const { name } = event
  const dependents =
    event.type === 'change' && event.value !== undefined
      ? names.filter((other) => other !== name && checked.has(other) && refersTo(references[other], name))
      : []
  return { checked: new Set([...checked, name]), show: [name, ...dependents] }
}

function refersTo(references: readonly string[] | undefined, name: string): boolean {
  return references?.some((path) => path === name || path.startsWith(`${name}.`)) ?? false
}

/** An error from the server about a field, valid until the field has another value. */
export type ServerError = { value: unknown; message: string }

export const NOT_A_DATE = 'Enter a date, such as 25 Oct 2026'

/** Errors by field. `dates`: fields whose text must be a day. */
export async function checkValues<V extends Values>(
  values: V,
  fields: RuleFormOptions<V>['fields'],
  serverErrors: ReadonlyMap<string, ServerError>,
  dates: ReadonlySet<string> = new Set(),
): Promise<Record<string, { type: string; message: string }>> {
  const failures = await checkFields(values, definite(fields))
  const errors: Record<string, { type: string; message: string }> = {}
  const unread = [...dates].filter((name) => values[name] && !isDay(String(values[name])))
  // To a check of another field, text that is not a date is missing.
  const readable: V = { ...values, ...Object.fromEntries(unread.map((name) => [name, ''])) }
  for (const [name, field] of Object.entries(definite(fields))) {
    const failure = failures[name]
    const serverError = serverErrors.get(name)
    const message =
      failure?.message ?? (unread.includes(name) ? NOT_A_DATE : field.check?.(values[name], readable))
    if (message !== undefined) errors[name] = { type: failure?.rule ?? 'check', message }
    else if (serverError && serverError.value === values[name])
      errors[name] = { type: 'server', message: serverError.message }
  }
  return errors
}

/** For each field, the fields that its rules and its `check` read. */
export function referencesIn<V extends Values>(
  fields: RuleFormOptions<V>['fields'],
): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(definite(fields)).map(([name, { rules = '', reads = [] }]) => [
      name,
      [...referencesOf(rules), ...reads],
    ]),
  )
}

const REQUIRED_RULES = ['required', 'required_files', 'select_required']

export function isRequired({ rules = '' }: Pick<FieldRules<Values>, 'rules'>): boolean {
  return parseRules(rules).some(({ name }) => REQUIRED_RULES.includes(name))
}

/** Normalizes committed text for its rules: a local phone number becomes international. */
export function tidied({ rules = '' }: Pick<FieldRules<Values>, 'rules'>, text: string): string {
  return parseRules(rules).some(({ name }) => name === 'ph_phone_number') ? internationalPhone(text) : text
}

function definite<V extends Values>(fields: RuleFormOptions<V>['fields']): Record<string, FieldRules<V>> {
  // Every `check` is only called with the value of its own field, as its type requires.
  return fields as Record<string, FieldRules<V>>
}

/** Wraps `run` so that every call resolves to the result of the latest call. */
export function latestOnly<Input, Output>(
  run: (input: Input) => Promise<Output>,
): (input: Input) => Promise<Output> {
  let latest: Promise<Output> | undefined
  return async (input) => {
    let awaited = run(input)
    latest = awaited
    for (;;) {
      const output = await awaited
      if (awaited === latest) return output
      awaited = latest
    }
  }
}
