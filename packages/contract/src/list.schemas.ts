import * as z from 'zod/mini'
import {
  EXPORT_FORMS,
  type FieldOf,
  type ListDeclaration,
  type ListField,
  type ListFields,
  type ListQuery,
  MAX_FILTER_VALUES,
  MAX_SORTS,
  type Selection,
  type Sort,
} from './list.ts'
import { count, day, nameSchemas, oneOrMany, page, pageSize, schemaName, text } from './values.schemas.ts'

/** Schemas of a declared list, which accept only its filters and sorts. */

const MAX_CURSOR_CHARS = 8_000

const number = z.string().check(z.regex(/^-?\d{1,15}(\.\d{1,4})?$/))
const value = text(200)
const empty = z.optional(z.boolean())

const oneOf = (item: z.ZodMiniType) =>
  z.optional(z.array(item).check(z.minLength(1), z.maxLength(MAX_FILTER_VALUES)))
const rangeOf = (end: z.ZodMiniType) => z.strictObject({ from: z.optional(end), to: z.optional(end), empty })
const choice = z.strictObject({ in: oneOf(value), empty })
const dayRange = rangeOf(day)
const numberRange = rangeOf(number)
const textCondition = z.strictObject({ in: oneOf(value), contains: z.optional(value), empty })

nameSchemas({
  ChoiceCondition: choice,
  DayRange: dayRange,
  NumberRange: numberRange,
  TextCondition: textCondition,
})

function condition({ type, options }: ListField) {
  if (type === 'choice')
    return options ? z.strictObject({ in: oneOf(z.enum(Object.keys(options))), empty }) : choice
  if (type === 'date' || type === 'time') return dayRange
  return type === 'number' ? numberRange : textCondition
}

const isSet = (each: unknown) => Object.values(each as object).some((part) => part !== undefined)

function namesOf(fields: ListFields, purpose: 'filter' | 'sort') {
  return Object.keys(fields).filter((name) => fields[name]?.[purpose])
}

function filtersOf({ name: list, fields }: Pick<ListDeclaration, 'name' | 'fields'>) {
  const entries = namesOf(fields, 'filter').map((name) => {
    // The names are listed above.
    const own = condition(fields[name] as ListField).check(z.refine(isSet, '{field} has no condition'))
    return [name, z.optional(own)] as const
  })
  const filters = z.strictObject(Object.fromEntries(entries))
  nameSchemas({ [`${schemaName(list)}Filters`]: filters })
  return filters
}

function sortOf(fields: ListFields) {
  const sorts = namesOf(fields, 'sort').flatMap((name) => [`${name}:asc`, `${name}:desc`])
  const error = ({ input }: { input?: unknown }) =>
    `{field}: this list cannot be sorted by “${String(input).slice(0, 60)}”`
  return z.enum(sorts, { error })
}

function isOnePerField(sorts: readonly string[] = []) {
  return new Set(sorts.map((each) => each.split(':')[0])).size === sorts.length
}
const isOnce = z.refine<readonly string[] | undefined>(isOnePerField, '{field} names a field twice')

const search = z.optional(text(100))
const after = z.optional(z.string().check(z.maxLength(MAX_CURSOR_CHARS)))

function sortsOf(fields: ListFields) {
  return z.array(sortOf(fields)).check(z.maxLength(MAX_SORTS), isOnce)
}

/** Body of a list call. */
export function listQuery<D extends ListDeclaration>({ name, fields }: D) {
  const schema = z.strictObject({
    search,
    filters: z.optional(filtersOf({ name, fields })),
    sort: z.optional(sortsOf(fields)),
    page,
    page_size: pageSize,
    after,
  })
  return asDeclared<ListQuery<FieldOf<D>>, ListInput<FieldOf<D>>>(schema)
}

/** The same names in a query string: `filters` as JSON, `sort` once per column. */
export function listQueryString<D extends ListDeclaration>({ name, fields }: D) {
  const schema = z.strictObject({
    search,
    filters: z.optional(z.pipe(z.pipe(text(4_000), z.transform(parseJson)), filtersOf({ name, fields }))),
    sort: oneOrMany(sortOf(fields), MAX_SORTS).check(isOnce),
    page,
    page_size: pageSize,
    after,
  })
  return asDeclared<ListQuery<FieldOf<D>>, ListInput<FieldOf<D>>>(schema)
}

/** Search and filters only. */
export function selection<D extends ListDeclaration>({ name, fields }: D) {
  return asDeclared<Selection<FieldOf<D>>>(
    z.strictObject({ search, filters: z.optional(filtersOf({ name, fields })) }),
  )
}

/** Input of a caller. Filters are an object even for a query string, which encodes them as JSON. */
type ListInput<F extends string> = { [K in keyof ListQuery<F>]?: ListQuery<F>[K] | undefined }

/** Sets the type of a schema that follows a declaration, because the inferred type does not. */
export function asDeclared<Output, Input = Output>(schema: z.ZodMiniType) {
  return schema as z.ZodMiniType<Output, Input>
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** `total` is exact up to 10,000, then `total_estimated` is true. */
export function listReply<S extends z.ZodMiniType>(item: S) {
  return z.object({
    items: z.array(item),
    total: count,
    total_estimated: z.boolean(),
    page: count,
    page_size: count,
    /** Cursors; null at the ends. */
    next: z.nullable(z.string()),
    previous: z.nullable(z.string()),
  })
}

export function exportRequest<D extends ListDeclaration>(declaration: D) {
  const names = Object.keys(declaration.fields)
  const schema = z.strictObject({
    search,
    filters: z.optional(filtersOf(declaration)),
    sort: z.optional(sortsOf(declaration.fields)),
    form: z.enum(EXPORT_FORMS),
    /** Fields of the list; a template has the columns of its table. */
    columns: z.optional(z.array(z.enum(names)).check(z.minLength(1), z.maxLength(50))),
  })
  type Request = Selection<FieldOf<D>> & {
    sort?: readonly Sort<FieldOf<D>>[] | undefined
    form: (typeof EXPORT_FORMS)[number]
    columns?: readonly FieldOf<D>[] | undefined
  }
  return asDeclared<Request>(schema)
}
