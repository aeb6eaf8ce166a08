import { maskCardNumbers } from '@backoffice/contract/card-number'
import {
  type Direction,
  type FieldOf,
  type Filters,
  type ListDeclaration,
  type ListQuery,
  MAX_SORTS,
  PAGE_SIZES,
  type Selection,
  type Sort,
} from '@backoffice/contract/list'
import { isValue, parseCondition, printCondition } from './condition-text.ts'

export type PageSize = (typeof PAGE_SIZES)[number]

/** State of a list in the address; missing parts are at their default. */
export type ListSearch<F extends string = string> = {
  readonly search?: string | undefined
  readonly filters?: Filters<F> | undefined
  readonly sort?: readonly Sort<F>[] | undefined
  readonly page?: number | undefined
  /** A cursor; `page` is then only the displayed number. */
  readonly after?: string | undefined
  readonly size?: PageSize | undefined
  /** Id of the saved view that the rest comes from. */
  readonly view?: string | undefined
  /** Visible columns in their order. */
  readonly cols?: readonly string[] | undefined
}
export type SearchOf<D extends ListDeclaration> = ListSearch<FieldOf<D>>

/** View id of the declared list, for users with another default view. */
export const ALL_ROWS = 'all'

const FIELD = 'f.'
const COLUMN = /^[a-z][a-z0-9_.-]{0,39}$/
const MAX_COLUMNS = 50
const MAX_CURSOR_CHARS = 8_000
const MAX_SEARCH_CHARS = 100
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Reads the params of a list. Drops unknown, invalid and card number params, which any link may contain. */
export function parseListSearch<D extends ListDeclaration>(
  { fields }: D,
  params: SearchParams,
  prefix = '',
): SearchOf<D> {
  const get = (name: string) => {
    const value: unknown = params[prefix + name]
    return typeof value === 'string' && value !== '' ? value : undefined
  }
  const search = get('q')?.trim().slice(0, MAX_SEARCH_CHARS)
  const page = Number(get('page'))
  const after = get('after')
  const view = get('view')
  const filters = Object.entries(fields).flatMap(([name, field]) => {
    const text = field.filter ? get(FIELD + name) : undefined
    const condition = text === undefined ? undefined : parseCondition(text, field)
    return condition ? [[name, condition] as const] : []
  })
  const sort = sortsOf(get('sort') ?? '').filter(
    ([name], index, all) =>
      Object.hasOwn(fields, name) &&
      fields[name]?.sort &&
      all.findIndex(([other]) => other === name) === index,
  )
  // Not every column is a field; the list ignores unknown columns.
  const cols = (get('cols') ?? '').split(',').filter((name) => COLUMN.test(name))
  const isPage = Number.isInteger(page) && page > 1 && page <= 1_000_000
  return {
    ...(search && isValue(search) && { search }),
    ...(filters.length > 0 && { filters: Object.fromEntries(filters) }),
    ...(sort.length > 0 && { sort: sort.slice(0, MAX_SORTS).map(([name, way]) => `${name}:${way}`) }),
    ...(isPage && { page }),
    ...(isPage && after && after.length <= MAX_CURSOR_CHARS && { after }),
    ...withSize(get('size')),
    ...(view && (view === ALL_ROWS || UUID.test(view)) && { view }),
    ...(cols.length > 0 && { cols: [...new Set(cols)].slice(0, MAX_COLUMNS) }),
    // The names come from the declaration, which the type cannot express.
  } as unknown as SearchOf<D>
}

function withSize(text: string | undefined): { size?: PageSize } {
  const size = PAGE_SIZES.find((each) => String(each) === text)
  return size ? { size } : {}
}

function sortsOf(text: string): [string, Direction][] {
  return text.split(',').map((part) => (part.startsWith('-') ? [part.slice(1), 'desc'] : [part, 'asc']))
}

export function printListSearch<D extends ListDeclaration>(
  { sort: declared }: D,
  { search, filters, sort, page, after, size, view, cols }: SearchOf<D>,
  prefix = '',
): SearchParams {
  const own = {
    q: search || undefined,
    sort: sort && printSort(sort) !== printSort(declared) ? printSort(sort) : undefined,
    ...Object.fromEntries(
      Object.entries<Parameters<typeof printCondition>[0] | undefined>(filters ?? {}).map(
        ([name, condition]) => [FIELD + name, condition && printCondition(condition)],
      ),
    ),
    page: page && page > 1 ? String(page) : undefined,
    after: page && page > 1 ? after : undefined,
    size: size && String(size),
    view,
    cols: cols?.join(','),
  }
  return Object.fromEntries(Object.entries(own).map(([name, value]) => [prefix + name, value]))
}

function printSort(sort: readonly string[]): string {
  return sort
    .map((each) => each.split(':'))
    .map(([name, way]) => (way === 'desc' ? `-${name}` : name))
    .join(',')
}

/**
 * Body of the list call. `preferred`: default page size. `fixed`: conditions of the screen.
 */
export function queryOf<F extends string>(
  search: ListSearch<F>,
  preferred: PageSize,
  fixed?: Filters<F>,
): ListQuery<F> {
  const { page = 1, after, size = preferred } = search
  const { filters } = search
  return {
    ...(search.search && { search: search.search }),
    ...((filters || fixed) && { filters: { ...filters, ...fixed } }),
    ...(search.sort && { sort: search.sort }),
    page: after ? page : Math.min(page, NUMBERED_ROWS / size),
    page_size: size,
    ...(after && { after }),
  }
}

/** Rows within numbered pages; later pages need a cursor. */
export const NUMBERED_ROWS = 10_000

/** The parts that select rows. */
export function selectionOf<F extends string>({ search, filters }: ListSearch<F>): Selection<F> {
  return { ...(search && { search }), ...(filters && { filters }) }
}

/** Applies a change. Changing selection or sort returns to the first page; undefined parts reset to the default. */
export function changed<F extends string>(before: ListSearch<F>, change: ListSearch<F>): ListSearch<F> {
  const isPaging = 'page' in change
  const staysOnPage = isPaging || Object.keys(change).every((name) => name === 'cols' || name === 'view')
  const next = { ...before, ...(!staysOnPage && { page: undefined }), after: undefined, ...change }
  const filters = Object.entries(next.filters ?? {}).filter(([, condition]) => condition)
  return { ...next, filters: filters.length > 0 ? (Object.fromEntries(filters) as Filters<F>) : undefined }
}

/** Search params as text; missing ones are undefined. */
export type SearchParams = { [name: string]: string | undefined }

/**
 * Validator of a route with lists, which keeps text only, without card numbers. The screen reads the params of its
 * list; checking them here would load the declarations of all lists with the first screen. Removed params are
 * undefined, because the router keeps missing ones.
 */
export function listParams(params: Record<string, unknown>): SearchParams {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => {
      const isKept = typeof value === 'string' && isClean(name) && isClean(value)
      return [name, isKept ? value : undefined]
    }),
  )
}

const isClean = (text: string) => maskCardNumbers(text) === text
