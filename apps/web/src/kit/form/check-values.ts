import { checkFields, referencesOf } from '@backoffice/contract/rules/check'
import { parseRules } from '@backoffice/contract/rules/grammar'
import type { FieldRules, RuleFormOptions, Values } from './rule-form.ts'

/** An answer of the server's to one value of a field. It stands for as long as that value does. */
export type ServerAnswer = { value: unknown; message: string }

/** What is wrong, by field. */
export async function checkValues<V extends Values>(
  values: V,
  fields: RuleFormOptions<V>['fields'],
  answers: ReadonlyMap<string, ServerAnswer>,
): Promise<Record<string, { type: string; message: string }>> {
  const failures = await checkFields(values, definite(fields))
  const errors: Record<string, { type: string; message: string }> = {}
  for (const [name, field] of Object.entries(definite(fields))) {
    const failure = failures[name]
    const answer = answers.get(name)
    const said = failure?.message ?? field.check?.(values[name], values)
    if (said !== undefined) errors[name] = { type: failure?.rule ?? 'check', message: said }
    else if (answer && answer.value === values[name])
      errors[name] = { type: 'server', message: answer.message }
  }
  return errors
}

/** For every field of the form, the fields that its rules and its check look at. */
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

const DEMANDS = ['required', 'required_files', 'select_required']

/** Whether a field has to be filled in, by its rules. */
export function isDemanded({ rules = '' }: Pick<FieldRules<Values>, 'rules'>): boolean {
  return parseRules(rules).some(({ name }) => DEMANDS.includes(name))
}

function definite<V extends Values>(fields: RuleFormOptions<V>['fields']): Record<string, FieldRules<V>> {
  // Every `check` is only called with the value of its own field, which is what its type asks for.
  return fields as Record<string, FieldRules<V>>
}
