import type { ListDeclaration, ListQuery, Selection, Sort } from '@backoffice/contract/list'
import { type QueryExecutorProvider, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import { invalidField } from './errors.ts'
import { conditionsOf } from './list-conditions.ts'
import {
  beyond,
  type Cursor,
  decodeCursor,
  encodeCursor,
  fingerprintOf,
  inOrder,
  reversed,
  type SortKey,
  sortKeysOf,
  unreadableCursor,
  valuesOfRecord,
} from './list-order.ts'
import { countOf, EXACT_TOTAL, type ListSource, type Total, totalOf, withoutColumns } from './list-source.ts'

export type Page<Row> = Total & {
  rows: Row[]
  page: number
  page_size: number
  next: string | null
  previous: string | null
}
type SortedSelection = Selection & { readonly sort?: readonly Sort[] | undefined }

/** One page of a declared list; the contract validates its fields. `known` is an earlier count, up to 10,001. */
export async function listRows<D extends ListDeclaration, DB, TB extends keyof DB, O>(
  db: QueryExecutorProvider,
  source: ListSource<D, DB, TB, O>,
  query: Omit<ListQuery, 'page_size'> & { readonly page_size: number },
  known?: number,
): Promise<Page<O>> {
  const { page, page_size, after } = query
  const keys = keysOf(source, query)
  const fingerprint = fingerprintOf(identityOf(source.declaration, query))
  const cursor = after === undefined ? null : decodeCursor(after, fingerprint, keys.length)
  if (!cursor && page * page_size > EXACT_TOTAL) throw tooFar()
  const filtered = filteredRows(source, query)
  const rowsFound = () =>
    cursor ? rowsBeyond(filtered, keys, cursor, page_size) : rowsOfPage(source, filtered, keys, query)
  const [found, total] = await Promise.all([
    known === 0 ? NO_ROWS : rowsFound(),
    cursor?.estimate ? { total: cursor.estimate, total_estimated: true } : totalOf(db, filtered, known),
  ])
  const estimate = total.total_estimated ? total.total : null
  const to = (place: Place | null) => place && encodeCursor(fingerprint, { ...place, estimate })
  const { rows, next, previous } = found
  return { rows, ...total, page, page_size, next: to(next), previous: to(previous) }
}

/** All rows of a selection in order, without paging, for exports and actions on all matches. */
export function matchingRows<D extends ListDeclaration, DB, TB extends keyof DB, O>(
  source: ListSource<D, DB, TB, O>,
  query: SortedSelection,
): SelectQueryBuilder<DB, TB, O> {
  return inOrder(filteredRows(source, query), keysOf(source, query))
}

/** Exact number of rows of a selection. */
export async function countMatching<D extends ListDeclaration, DB, TB extends keyof DB, O>(
  db: QueryExecutorProvider,
  source: ListSource<D, DB, TB, O>,
  selection: Selection,
): Promise<number> {
  return countOf(db, withoutColumns(filteredRows(source, selection)))
}

function keysOf<D extends ListDeclaration, DB, TB extends keyof DB, O>(
  { declaration, fields, id, unique = [] }: ListSource<D, DB, TB, O>,
  { sort }: SortedSelection,
): SortKey[] {
  return sortKeysOf(sort ?? [], { declaration, expressions: fields, id, unique })
}

function identityOf({ name, sort: declared }: ListDeclaration, { search, filters, sort }: SortedSelection) {
  return { name, search: search?.trim(), filters, sort: sort?.length ? sort : declared }
}

function filteredRows<D extends ListDeclaration, DB, TB extends keyof DB, O>(
  { declaration, query, fields, searched }: ListSource<D, DB, TB, O>,
  selection: Selection,
): SelectQueryBuilder<DB, TB, O> {
  const conditions = conditionsOf(selection, declaration.fields, fields, searched)
  return conditions.reduce((narrowed, condition) => narrowed.where(condition), query)
}

type Place = Omit<Cursor, 'estimate'>
/** Rows, and the positions where the next and the previous page continue. */
type FoundRows<O> = { rows: O[]; next: Place | null; previous: Place | null }
const NO_ROWS = { rows: [], next: null, previous: null }
/** A row, and its sort values as a PostgreSQL record. */
type KeyedRow<O> = { row: O; key: string }

/** Later pages find their ids first, so that only ids are read of the rows before them. */
async function rowsOfPage<D extends ListDeclaration, DB, TB extends keyof DB, O>(
  { query, id }: ListSource<D, DB, TB, O>,
  filtered: SelectQueryBuilder<DB, TB, O>,
  keys: readonly SortKey[],
  { page, page_size: size }: { page: number; page_size: number },
): Promise<FoundRows<O>> {
  // An extra row shows that there is another page.
  const most = size + 1
  const ids = () =>
    inOrder(filtered, keys)
      .clearSelect()
      .select(sql`${id}`.as('id'))
      .limit(most)
      .offset((page - 1) * size)
  const rows =
    page === 1
      ? inOrder(filtered, keys).limit(most)
      : inOrder(query.where(sql<SqlBool>`${id} IN (${ids()})`), keys)
  const found = await keyedRows(rows, keys)
  const shown = found.slice(0, size)
  return {
    rows: shown.map(({ row }) => row),
    next: found.length > size ? placeOf('next', shown.at(-1)) : null,
    previous: page > 1 ? placeOf('previous', shown[0]) : null,
  }
}

async function rowsBeyond<DB, TB extends keyof DB, O>(
  filtered: SelectQueryBuilder<DB, TB, O>,
  keys: readonly SortKey[],
  { direction, values, inclusive }: Cursor,
  size: number,
): Promise<FoundRows<O>> {
  const isBackward = direction === 'previous'
  const order = isBackward ? reversed(keys) : keys
  const found: KeyedRow<O>[] = []
  for (const condition of beyond(order, values, inclusive)) {
    const query = inOrder(filtered.where(condition), order)
    const wanted = size + 1 - found.length
    if (wanted > 0) found.push(...(await keyedRows(query.limit(wanted), keys).catch(asUnreadable)))
  }
  const shown = found.slice(0, size)
  const ahead = found.length > size ? placeOf(direction, shown.at(-1)) : null
  const opposite = isBackward ? 'next' : 'previous'
  // All rows here were deleted, so the previous page starts with the row of the cursor.
  const behind = placeOf(opposite, shown[0]) ?? { direction: opposite, values, inclusive: !inclusive }
  const rows = shown.map(({ row }) => row)
  return isBackward
    ? { rows: rows.reverse(), next: behind, previous: ahead }
    : { rows, next: ahead, previous: behind }
}

function placeOf(direction: Place['direction'], found: KeyedRow<unknown> | undefined): Place | null {
  return found ? { direction, values: valuesOfRecord(found.key), inclusive: false } : null
}

async function keyedRows<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  keys: readonly SortKey[],
): Promise<KeyedRow<O>[]> {
  // A record, so that PostgreSQL formats only the returned rows; only those at the edges are parsed here.
  const record = sql<string>`row(${sql.join(keys.map((key) => key.sql))})`
  const rows = await query.select(record.as('list_key')).execute()
  return rows.map((each) => {
    // Without the key it is the row that the query selects.
    const { list_key, ...row } = each as { list_key: string } & O
    return { row: row as O, key: list_key }
  })
}

/** PostgreSQL rejects the values of a hand-written cursor. */
function asUnreadable(error: unknown): never {
  if (error instanceof Error && 'code' in error && /^22/.test(String(error.code))) throw unreadableCursor()
  throw error
}

function tooFar() {
  const words = `Only the first ${EXACT_TOTAL.toLocaleString('en')} rows have page numbers: go on by the next page, or narrow the search.`
  return invalidField('page', 'page_too_far', words)
}
