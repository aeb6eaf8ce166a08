import { parseRules, resolveParams, valueAt } from './grammar.ts'
import { type Catalogue, messageOf, PRODUCT_MESSAGES } from './messages.ts'
import { productRules } from './product.ts'
import type { FieldContext, Rule, RuleFailure, RuleSet } from './rule.ts'
import { standardRules } from './standard.ts'

export { referencesOf } from './grammar.ts'
export type { FieldContext, RuleFailure, RuleSet } from './rule.ts'

/** Rules by name; the product's `required` replaces the standard one. */
const RULES: Readonly<Record<string, Rule>> = { ...standardRules, ...productRules }

/** Throws for an unknown rule. */
function rulesOf(rules: RuleSet) {
  return parseRules(rules).map(({ name, params }) => {
    const test = Object.hasOwn(RULES, name) ? RULES[name] : undefined
    if (!test) throw new Error(`No such validator '${name}' exists.`)
    return { name, params, test }
  })
}

/** The first failing rule in written order; undefined if all pass. Awaits each rule in turn. Rejects for an unknown rule. */
export async function checkField(
  value: unknown,
  rules: RuleSet,
  field: FieldContext,
  catalogues: readonly Catalogue[] = [PRODUCT_MESSAGES],
): Promise<RuleFailure | undefined> {
  for (const { name, params, test } of rulesOf(rules)) {
    const resolved = resolveParams(params, field.values ?? {})
    const verdict = await test(value, resolved)
    if (verdict === true) continue
    return { rule: name, message: verdict || messageOf(name, resolved, field, catalogues) }
  }
  return undefined
}

type Field = Pick<FieldContext, 'label' | 'messages'> & { rules?: RuleSet }

/** Errors of all fields of a form, by field name. A name may be a path, such as `lines.0.amount`. */
export async function checkFields(
  values: Readonly<Record<string, unknown>>,
  fields: Readonly<Record<string, Field>>,
): Promise<Record<string, RuleFailure>> {
  const failures = await Promise.all(
    Object.entries(fields).map(async ([name, { rules = '', ...field }]) => {
      const failure = await checkField(valueAt(values, name), rules, { ...field, name, values })
      return failure ? [[name, failure] as const] : []
    }),
  )
  return Object.fromEntries(failures.flat())
}

/** Synchronous check, for feedback while typing. Asynchronous rules count as failed. */
export function passesRules(value: unknown, rules: RuleSet): boolean {
  return rulesOf(rules).every(({ params, test }) => test(value, params) === true)
}
