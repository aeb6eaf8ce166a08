import type { Endpoint, EndpointAccess } from '@backoffice/contract/endpoint'
import { checkFields } from '@backoffice/contract/rules/check'
import { type Catalogue, messageOf, PRODUCT_MESSAGES } from '@backoffice/contract/rules/messages'
import type { FastifySchemaCompiler } from 'fastify'
import { type $ZodIssue, $ZodLiteral, $ZodObject, type $ZodType, $ZodUnion, safeParse } from 'zod/v4/core'
import { type FieldError, invalidFields, MAX_FIELD_ERRORS } from './errors.ts'
import { describeRecentSignIn } from './recent-sign-in.ts'

/** Messages without a form rule. */
const MESSAGES: Catalogue = { max_items: '{Field} must only contain 0:{count} items' }
/** Longer names of unknown fields are truncated in the reply. */
const MAX_NAME_LENGTH = 60
const UNNAMED = '(no name)'

type Call = {
  part: string
  data: unknown
  /** Rules with the labels of the fields. */
  labels: Endpoint['rules']
}

/** Checks a part of the call with zod and maps issues to messages of the form rules. `rules` has the field labels. */
export function validatorCompiler(rules?: Endpoint['rules']): FastifySchemaCompiler<unknown> {
  return ({ schema, httpPart: part = 'body' }) =>
    (data) => {
      // Fastify passes one part of the route's schema, each declared with zod.
      const shape = schema as $ZodType
      const read = safeParse(shape, data)
      if (read.success) return { value: read.data }
      const call = { part, data, labels: part === 'body' ? rules : undefined }
      if (shape instanceof $ZodUnion) return { error: invalidFields(formErrors(shape, call)) }
      const issues = read.error.issues.slice(0, MAX_FIELD_ERRORS)
      return { error: invalidFields(issues.flatMap((issue) => toFieldErrors(issue, call))) }
    }
}

function toFieldErrors(issue: $ZodIssue, call: Call): FieldError[] {
  const { path } = issue
  if (issue.code === 'unrecognized_keys')
    return issue.keys.slice(0, MAX_FIELD_ERRORS).map((key) => unknownFieldError(path, key))
  const closest = issue.code === 'invalid_union' ? closestOption(issue.errors) : undefined
  if (closest)
    return closest.flatMap((inner) => toFieldErrors({ ...inner, path: [...path, ...inner.path] }, call))
  if (path.length === 0) return [partError(call.part, call.data)]
  const field = fieldName(path)
  const [rule, params] = ruleOf(issue, valueAt(call.data, path))
  // Only messages of the contract have `{field}`; others are zod's defaults.
  const messages = issue.message.includes('{field}') ? { [rule]: issue.message } : {}
  const label = call.labels?.[field]?.label
  const context = { name: field, messages, ...(label && { label }) }
  const message = messageOf(rule, params, context, [MESSAGES, PRODUCT_MESSAGES])
  const accepted = issue.code === 'invalid_value' && { accepted: issue.values.map(String) }
  return [{ field, code: rule, message, ...accepted }]
}

/** The form rule equivalent to an issue. */
function ruleOf(issue: $ZodIssue, value: unknown): [rule: string, params: unknown[]] {
  if (value === undefined)
    return [issue.code === 'invalid_value' && issue.values.length > 1 ? 'select_required' : 'required', []]
  if (issue.code === 'too_small' && issue.origin === 'string')
    return issue.minimum === 1 ? ['required', []] : ['min', [issue.minimum]]
  if (issue.code === 'too_small' && issue.origin === 'array' && issue.minimum === 1)
    return ['select_required', []]
  if (issue.code === 'too_big' && issue.origin === 'string') return ['max', [issue.maximum]]
  if (issue.code === 'too_big' && issue.origin === 'array') return ['max_items', [issue.maximum]]
  return ['invalid', []]
}

/** The union option with the fewest unknown fields, then the fewest issues. */
function closestOption(options: readonly (readonly $ZodIssue[])[]) {
  return options.toSorted((a, b) => unknownKeys(a).length - unknownKeys(b).length || a.length - b.length)[0]
}

const unknownKeys = (issues: readonly $ZodIssue[]) =>
  issues.flatMap((each) => (each.code === 'unrecognized_keys' ? each.keys : []))

/** Errors of the form that fits best; if none does, the forms with their fields. */
function formErrors({ _zod: { def } }: $ZodUnion, call: Call): FieldError[] {
  // The issues of the union itself can be those of one option only.
  const issues =
    closestOption(def.options.map((each) => safeParse(each, call.data).error?.issues ?? [])) ?? []
  if (!isOfNoForm(call.data, issues))
    return issues.slice(0, MAX_FIELD_ERRORS).flatMap((issue) => toFieldErrors(issue, call))
  const message = `The ${call.part} has the fields of none of its forms`
  const unknown = unknownKeys(issues).slice(0, MAX_FIELD_ERRORS)
  return [
    { field: call.part, code: 'required', message, accepted: def.options.map(describeForm) },
    ...unknown.map((key) => unknownFieldError([], key)),
  ]
}

/** True for an object without a known field, or with another kind than its other fields have. */
function isOfNoForm(data: unknown, issues: readonly $ZodIssue[]): boolean {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return false
  const isOtherKind = issues.some((each) => each.code === 'invalid_value' && each.values.length === 1)
  return isOtherKind || Object.keys(data).length === unknownKeys(issues).length
}

/** `{kind: role, id, modules, reason?}` */
function describeForm(form: $ZodType): string {
  const fields = form instanceof $ZodObject ? Object.entries(form._zod.def.shape) : []
  const described = fields.map(([name, field]) => {
    if (field instanceof $ZodLiteral) return `${name}: ${field._zod.def.values.join(' or ')}`
    return safeParse(field, undefined).success ? `${name}?` : name
  })
  return `{${described.join(', ')}}`
}

function unknownFieldError(path: readonly PropertyKey[], key: string): FieldError {
  const field = fieldName([...path, key])
  const name = shownName(key) || UNNAMED
  return { field, code: 'unknown_field', message: `“${name}” is not a known field` }
}

function partError(part: string, data: unknown): FieldError {
  if (data === undefined || data === null)
    return { field: part, code: 'required', message: `The ${part} is missing: send a JSON object` }
  return { field: part, code: 'invalid', message: `The ${part} is not a JSON object` }
}

const fieldName = (path: readonly PropertyKey[]) =>
  path.map((step) => shownName(String(step))).join('.') || UNNAMED

/** Empty for a name of invisible characters. */
const shownName = (name: string) => name.slice(0, MAX_NAME_LENGTH).toWellFormed().trim()

function valueAt(data: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce(
    (owner, step) => (Object.hasOwn(Object(owner), step) ? Object(owner)[step] : undefined),
    data,
  )
}

/** Checks the form rules; throws the first violation of each field. `partial` skips missing fields. */
export async function checkRules(
  rules: Endpoint['rules'],
  body: unknown,
  { partial = false } = {},
): Promise<void> {
  if (!rules) return
  // The schema requires an object where rules exist.
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

/** OpenAPI description of the rules, which the schema does not express. */
export function describeRules(rules: Endpoint['rules'] = {}): string {
  const fields = Object.entries(rules).map(
    ([field, { rules }]) => `\`${field}\` ${typeof rules === 'string' ? rules : JSON.stringify(rules)}`,
  )
  return fields.length ? ` Rules: ${fields.join('; ')}.` : ''
}

/** Describes in the API documentation who may call an endpoint, and what limits the call. */
export function describeCall({ access, rules, recentSignIn, approval, bodyLimitBytes }: Endpoint): string {
  return (
    describeAccess(access) +
    describeRecentSignIn(recentSignIn) +
    describeApproval(approval) +
    describeRules(rules) +
    describeBodyLimit(bodyLimitBytes)
  )
}

function describeApproval(approval: Endpoint['approval']) {
  return approval === undefined
    ? ''
    : ` May need approval (${approval.join(', ')}): then the call is stored, with status 202.`
}

function describeAccess(access: EndpointAccess) {
  if (access === 'signed-in') return 'Any active user.'
  return `Needs ${typeof access === 'string' ? `\`${access}\`` : access.anyOf.map((each) => `\`${each}\``).join(' or ')}.`
}

function describeBodyLimit(bytes: number | undefined) {
  return bytes === undefined ? '' : ` The body has at most ${bytes / 1024} KB.`
}
