import type { Endpoint } from '@backoffice/contract/endpoint'
import { checkFields } from '@backoffice/contract/rules/check'
import { invalidFields } from './errors.ts'

/** The same rules as the browser's form, in the same words: refuses with the first broken one of each field. */
export async function refuseBrokenRules(rules: Endpoint['rules'], body: unknown): Promise<void> {
  if (!rules) return
  // Its shape has been checked: a body with rules is an object.
  const failures = await checkFields(body as Readonly<Record<string, unknown>>, rules)
  const fields = Object.entries(failures).map(([field, { rule, message }]) => ({
    field,
    code: rule,
    message,
  }))
  if (fields.length) throw invalidFields(fields)
}

/** For the printed description of the API: what the shapes do not say. */
export function describeRules(rules: Endpoint['rules'] = {}): string {
  const fields = Object.entries(rules).map(
    ([field, { rules }]) => `\`${field}\` ${typeof rules === 'string' ? rules : JSON.stringify(rules)}`,
  )
  return fields.length ? ` Rules: ${fields.join('; ')}.` : ''
}
