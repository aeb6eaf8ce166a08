import type { Endpoint } from '@backoffice/contract/endpoint'
import { checkFields } from '@backoffice/contract/rules/check'
import { invalidFields } from './errors.ts'

/**
 * The same rules and messages as the browser's form. Throws the first violation of each field. `partial`: a field that
 * was not sent keeps its value, so its rules are not checked.
 */
export async function validateRules(
  rules: Endpoint['rules'],
  body: unknown,
  { partial = false } = {},
): Promise<void> {
  if (!rules) return
  // The schema was checked before: a body with rules is an object.
  const values = body as Readonly<Record<string, unknown>>
  const checked = partial
    ? Object.fromEntries(Object.entries(rules).filter(([field]) => Object.hasOwn(values, field)))
    : rules
  const failures = await checkFields(values, checked)
  const fields = Object.entries(failures).map(([field, { rule, message }]) => ({
    field,
    code: rule,
    message,
  }))
  if (fields.length) throw invalidFields(fields)
}

/** For the OpenAPI description: rules that the schema does not express. */
export function describeRules(rules: Endpoint['rules'] = {}): string {
  const fields = Object.entries(rules).map(
    ([field, { rules }]) => `\`${field}\` ${typeof rules === 'string' ? rules : JSON.stringify(rules)}`,
  )
  return fields.length ? ` Rules: ${fields.join('; ')}.` : ''
}
