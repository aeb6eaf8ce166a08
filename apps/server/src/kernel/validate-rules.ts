import type { Endpoint } from '@backoffice/contract/endpoint'
import { checkFields } from '@backoffice/contract/rules/check'
import { invalidFields } from './errors.ts'

/** The same rules and messages as the browser's form. Throws the first violation of each field. */
export async function validateRules(rules: Endpoint['rules'], body: unknown): Promise<void> {
  if (!rules) return
  // The schema was checked before: a body with rules is an object.
  const failures = await checkFields(body as Readonly<Record<string, unknown>>, rules)
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
