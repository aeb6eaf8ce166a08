import * as z from 'zod/mini'
import { count, day, oneOrMany, type PAGE_SIZES, page, pageSize, text } from './schemas.ts'

/**
 * One query for every list. A field that may be filtered or sorted is declared once, with its type: the server accepts
 * no other and the screen offers no other.
 */

/** `code`: compared exactly, shown in monospace. `time`: an instant, filtered by days in Manila. */
export type FieldType = 'text' | 'code' | 'choice' | 'date' | 'time' | 'number'

export type ListField = {
  readonly label: string
  readonly type: FieldType
  /** The values of a choice, with their labels. */
  readonly options?: Readonly<Record<string, string>>
  readonly filter?: boolean
  readonly sort?: boolean
}
export type ListFields = Readonly<Record<string, ListField>>

export type Direction = 'asc' | 'desc'
export type Sort<F extends string = string> = `${F}:${Direction}`

export type ListDeclaration<F extends ListFields = ListFields> = {
  /** The key of its columns in the preferences and of its saved views. */
  readonly name: string
  /** Its heading, in the plural. */
  readonly title: string
  readonly fields: F
  /** Without a sort in the query. The id of the row is always added last. */
  readonly sort: readonly Sort<keyof F & string>[]
}

export function list<const F extends ListFields>(declaration: ListDeclaration<F>): ListDeclaration<F> {
  return declaration
}

export const MAX_SORTS = 3
export const MAX_FILTER_VALUES = 100
const MAX_CURSOR_CHARS = 8_000

/**
 * What a field has to fulfil. `in`: one of the values. `contains`: part of a text, in any case. `from`, `to`: a range
 * with both ends included; values of every type are text. `empty`: true includes rows without a value (with a range:
 * in addition to it), false excludes them.
 */
export type Condition = {
  readonly in?: readonly string[] | undefined
  readonly contains?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly empty?: boolean | undefined
}

export type Filters<F extends string = string> = { readonly [K in F]?: Condition | undefined }

/** The part of a query that decides which rows there are, for exports and for "all that match". */
export type Selection<F extends string = string> = {
  readonly search?: string | undefined
  readonly filters?: Filters<F> | undefined
}

export type ListQuery<F extends string = string> = Selection<F> & {
  readonly sort?: readonly Sort<F>[] | undefined
  readonly page: number
  readonly page_size: (typeof PAGE_SIZES)[number]
  /** Opaque, from `next` or `previous` of a reply to the same query: the page after or before that one, at any depth. */
  readonly after?: string | undefined
}
export type FieldOf<D extends ListDeclaration> = keyof D['fields'] & string

const number = z.string().check(z.regex(/^-?\d{1,15}(\.\d{1,4})?$/))
const value = text(200)
const empty = z.optional(z.boolean())

function condition({ type, options }: ListField) {
  const oneOf = (item: z.ZodMiniType) =>
    z.optional(z.array(item).check(z.minLength(1), z.maxLength(MAX_FILTER_VALUES)))
  const range = (end: z.ZodMiniType) => z.strictObject({ from: z.optional(end), to: z.optional(end), empty })
  if (type === 'choice')
    return z.strictObject({ in: oneOf(options ? z.enum(Object.keys(options)) : value), empty })
  if (type === 'date' || type === 'time') return range(day)
  if (type === 'number') return range(number)
  return z.strictObject({ in: oneOf(value), contains: z.optional(value), empty })
}

const isSet = (each: unknown) => Object.values(each as object).some((part) => part !== undefined)

function namesOf(fields: ListFields, purpose: 'filter' | 'sort') {
  return Object.keys(fields).filter((name) => fields[name]?.[purpose])
}

function filtersOf(fields: ListFields) {
  const entries = namesOf(fields, 'filter').map((name) => {
    // Listed by their names above.
    const own = condition(fields[name] as ListField).check(z.refine(isSet, '{field} has no condition'))
    return [name, z.optional(own)] as const
  })
  return z.strictObject(Object.fromEntries(entries))
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

/** Body of the call that lists. */
export function listQuery<D extends ListDeclaration>({ fields }: D) {
  const schema = z.strictObject({
    search,
    filters: z.optional(filtersOf(fields)),
    sort: z.optional(sortsOf(fields)),
    page,
    page_size: pageSize,
    after,
  })
  return typed<D>(schema)
}

/** The same names in a query string: `filters` as JSON, `sort` once for each column. */
export function listQueryString<D extends ListDeclaration>({ fields }: D) {
  const schema = z.strictObject({
    search,
    filters: z.optional(z.pipe(z.pipe(text(4_000), z.transform(parseJson)), filtersOf(fields))),
    sort: oneOrMany(sortOf(fields), MAX_SORTS).check(isOnce),
    page,
    page_size: pageSize,
    after,
  })
  return typed<D>(schema)
}

/** Search and filters alone. */
export function selection<D extends ListDeclaration>({ fields }: D) {
  // The fields of the schema are those of the declaration, which its type cannot follow.
  return z.strictObject({ search, filters: z.optional(filtersOf(fields)) }) as unknown as z.ZodMiniType<
    Selection<FieldOf<D>>,
    Selection<FieldOf<D>>
  >
}

/** What a caller gives: in a query string too the filters as an object, which becomes JSON on the way. */
type ListInput<F extends string> = { [K in keyof ListQuery<F>]?: ListQuery<F>[K] | undefined }

function typed<D extends ListDeclaration>(schema: z.ZodMiniType) {
  // The fields of the schema are those of the declaration, which its type cannot follow.
  return schema as z.ZodMiniType<ListQuery<FieldOf<D>>, ListInput<FieldOf<D>>>
}

function parseJson(given: string): unknown {
  try {
    return JSON.parse(given)
  } catch {
    return undefined
  }
}

/** `total` is exact to 10,000; beyond, `total_estimated` says that it is about that many. */
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

/** Columns as the list shows them, in their order. */
export const EXPORT_FORMS = ['view', 'template'] as const

export function exportRequest<D extends ListDeclaration>(declaration: D) {
  const names = Object.keys(declaration.fields)
  const schema = z.strictObject({
    search,
    filters: z.optional(filtersOf(declaration.fields)),
    sort: z.optional(sortsOf(declaration.fields)),
    form: z.enum(EXPORT_FORMS),
    /** Fields of the list; of a template they are given by the table. */
    columns: z.optional(z.array(z.enum(names)).check(z.minLength(1), z.maxLength(50))),
  })
  type Request = Selection<FieldOf<D>> & {
    sort?: readonly Sort<FieldOf<D>>[] | undefined
    form: (typeof EXPORT_FORMS)[number]
    columns?: readonly FieldOf<D>[] | undefined
  }
  // As above.
  return schema as unknown as z.ZodMiniType<Request, Request>
}
