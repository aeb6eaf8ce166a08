const LOWER_LIMITS = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems'] as const
const UPPER_LIMITS = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems'] as const

type Schema = {
  $ref?: string
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  format?: string
  pattern?: string
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | boolean
  anyOf?: Schema[]
  oneOf?: Schema[]
} & { [Limit in (typeof LOWER_LIMITS | typeof UPPER_LIMITS)[number]]?: number }
type Content = Record<string, { schema?: Schema }>
type Parameter = { $ref?: string; in?: string; name?: string; required?: boolean; schema?: Schema }
type Operation = {
  operationId?: string
  parameters?: Parameter[]
  requestBody?: { required?: boolean; content?: Content }
  responses?: Record<string, { content?: Content }>
}
export type ApiDocument = {
  paths?: Record<string, Record<string, Operation>>
  components?: Record<string, Record<string, object>>
}

/**
 * Changes that can break a client: removals, and calls that accept less. Replies may gain fields, values and statuses.
 * Each change is a line of a stable form, such as `users.list request page: removed`.
 */
export function findNarrowedApi(before: ApiDocument, after: ApiDocument): string[] {
  const [old, current] = [operationsOf(before), operationsOf(after)]
  const found = [...old].flatMap(([address, { id, operation }]) => {
    const other = current.get(address)
    if (!other) return [`${address}: removed`]
    if (other.id !== id) return [`${id}: renamed to ${other.id}`]
    return narrowedOperation(id, operation, other.operation, { before, after })
  })
  return [...new Set([...found, ...removedComponents(before, after)])]
}

/** Changes without a line of the text, such as ``- `users.list query page: removed`: …``. `*` stands for any text. */
export function findUnlisted(changes: readonly string[], text: string): string[] {
  const spans = [...text.matchAll(/^- `([^`\n]+)`/gm)].map(([, span = '']) => span)
  const listed = spans.map(
    (span) => new RegExp(`^${span.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`),
  )
  return changes.filter((change) => !listed.some((pattern) => pattern.test(change)))
}

function operationsOf({ paths = {} }: ApiDocument) {
  const entries = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const address = `${method.toUpperCase()} ${path}`
      return [address, { id: operation.operationId ?? address, operation }] as const
    }),
  )
  return new Map(entries)
}

/** Removed components, whose names generated clients use. */
function removedComponents(before: ApiDocument, after: ApiDocument): string[] {
  return Object.entries(before.components ?? {}).flatMap(([kind, named]) =>
    Object.keys(named)
      .filter((name) => !after.components?.[kind]?.[name])
      .map((name) => `components ${kind} ${name}: removed`),
  )
}

type Documents = { before: ApiDocument; after: ApiDocument }
type Context = Documents & { isReply: boolean; place: string }

function narrowedOperation(id: string, old: Operation, current: Operation, documents: Documents): string[] {
  const request = { ...documents, isReply: false, place: `${id} request` }
  const body = bodyOf(current)
  return [
    ...narrowedParameters(old, current, { ...request, place: id }),
    ...(!bodyOf(old) && body && current.requestBody?.required ? [`${request.place}: newly required`] : []),
    ...narrowed(bodyOf(old), body, request),
    ...Object.entries(old.responses ?? {}).flatMap(([status, reply]) => {
      if (!status.startsWith('2')) return []
      const place = `${id} ${status}`
      const other = current.responses?.[status]
      if (!other) return [`${place}: removed`]
      return narrowed(schemaOf(reply.content), schemaOf(other.content), {
        ...documents,
        isReply: true,
        place,
      })
    }),
  ]
}

const schemaOf = (content: Content = {}) => Object.values(content)[0]?.schema
const bodyOf = ({ requestBody }: Operation) => schemaOf(requestBody?.content)

function narrowedParameters(old: Operation, current: Operation, context: Context): string[] {
  const named = ({ parameters = [] }: Operation, document: ApiDocument) =>
    new Map(
      parameters.map((each) => {
        const parameter = resolve<Parameter>(each, document)
        return [`${parameter.in} ${parameter.name}`, parameter]
      }),
    )
  const [before, after] = [named(old, context.before), named(current, context.after)]
  const required = [...after].filter(([name, each]) => each.required && !before.get(name)?.required)
  const kept = [...before].flatMap(([name, { schema }]) => {
    const place = `${context.place} ${name}`
    const other = after.get(name)
    return other ? narrowed(schema, other.schema, { ...context, place }) : [`${place}: removed`]
  })
  return [...kept, ...required.map(([name]) => `${context.place} ${name}: newly required`)]
}

function resolve<T extends object>(value: T & { $ref?: string }, document: ApiDocument): T {
  if (!value.$ref) return value
  const [, , kind = '', name = ''] = value.$ref.split('/')
  // References of the document lead to components of the same kind.
  return (document.components?.[kind]?.[name] ?? {}) as T
}

function narrowed(old: Schema | undefined, current: Schema | undefined, context: Context): string[] {
  if (!old) return []
  if (!current) return [`${context.place}: removed`]
  const before = variantsOf(old, context.before)
  const after = variantsOf(current, context.after)
  const [one, other] = [before[0], after[0]]
  if (one && other && before.length === 1 && after.length === 1) return narrowedVariant(one, other, context)
  // A call must still be accepted by a variant; a reply must still be one of the known variants.
  const [all, choices] = context.isReply ? [after, before] : [before, after]
  const compare = (each: Schema, choice: Schema) =>
    context.isReply ? narrowedVariant(choice, each, context) : narrowedVariant(each, choice, context)
  return all.flatMap((each) => {
    const results = choices.map((choice) => compare(each, choice)).toSorted((a, b) => a.length - b.length)
    const [best = []] = results
    if (best.length === 0) return []
    // The type that remains states its own changes.
    if (choices.some(({ type }) => type === each.type)) return best
    return [`${context.place}: ${context.isReply ? 'may be' : 'no longer'} ${each.type ?? 'of another form'}`]
  })
}

function variantsOf(schema: Schema, document: ApiDocument): Schema[] {
  const resolved = resolve<Schema>(schema, document)
  const choices = resolved.anyOf ?? resolved.oneOf
  if (choices) return choices.flatMap((each) => variantsOf(each, document))
  const { type, ...others } = resolved
  return Array.isArray(type)
    ? type.map((each) => (each === 'null' ? { type: each } : { ...others, type: each }))
    : [resolved]
}

function narrowedVariant(old: Schema, current: Schema, context: Context): string[] {
  const { isReply, place } = context
  // A schema without a type allows any value.
  if (current.type !== old.type && (isReply ? old.type : current.type))
    return [`${place}: ${current.type ?? 'any value'} instead of ${old.type ?? 'any value'}`]
  return [
    ...(isReply ? [] : narrowedValues(old, current, place)),
    ...narrowedProperties(old, current, context),
    ...(old.items ? narrowed(old.items, current.items ?? {}, { ...context, place: `${place}[]` }) : []),
    ...narrowedRest(old, current, context),
  ]
}

/** Values that a call may no longer have. */
function narrowedValues(old: Schema, current: Schema, place: string): string[] {
  const valuesOf = ({ enum: values, const: only }: Schema) =>
    values ?? (only === undefined ? undefined : [only])
  const [before, after] = [valuesOf(old), valuesOf(current)]
  const accepted = new Set(after)
  const removed = before?.filter((value) => after && !accepted.has(value)) ?? []
  const limits = [
    ...LOWER_LIMITS.filter((name) => (current[name] ?? -Infinity) > (old[name] ?? -Infinity)),
    ...UPPER_LIMITS.filter((name) => (current[name] ?? Infinity) < (old[name] ?? Infinity)),
    ...(['pattern', 'format'] as const).filter((name) => current[name] && current[name] !== old[name]),
  ]
  return [
    ...removed.map((value) => `${place}: no longer ${JSON.stringify(value)}`),
    ...(after && !before ? [`${place}: only listed values`] : []),
    ...limits.map((name) => `${place}: ${name} ${JSON.stringify(current[name])}`),
  ]
}

function narrowedProperties(old: Schema, current: Schema, context: Context): string[] {
  const { isReply, place } = context
  const required = new Set(current.required)
  const wasRequired = new Set(old.required)
  const kept = Object.entries(old.properties ?? {}).flatMap(([name, schema]) => {
    const own = { ...context, place: `${place} ${name}` }
    const other = current.properties?.[name]
    if (!other) return [`${own.place}: removed`]
    const isLost = isReply && wasRequired.has(name) && !required.has(name)
    return [...(isLost ? [`${own.place}: no longer always there`] : []), ...narrowed(schema, other, own)]
  })
  const added = isReply ? [] : [...required].filter((name) => !wasRequired.has(name))
  return [...kept, ...added.map((name) => `${place} ${name}: newly required`)]
}

/** Properties without a declared name. */
function narrowedRest(old: Schema, current: Schema, context: Context): string[] {
  const [before, after] = [old.additionalProperties ?? true, current.additionalProperties ?? true]
  const place = `${context.place}{}`
  if (typeof before === 'object' && typeof after === 'object')
    return narrowed(before, after, { ...context, place })
  const isNarrowed = !context.isReply && before !== false && after !== true
  return isNarrowed ? [`${place}: ${after === false ? 'removed' : 'only declared values'}`] : []
}
