import { type FoundRecord, MAX_FOUND, type SearchKind } from '@backoffice/contract/search'
import { type RawBuilder, sql } from 'kysely'
import type { Database, Tx } from '../../db/client.ts'
import {
  type Beginning,
  containing,
  type SearchScope,
  type SearchSource,
  searchSource,
} from './search-sources.store.ts'

/** A palette waits for the reply; what takes longer is left out. */
const TIMEOUT_MS = 250

type FoundRow = { kind: SearchKind; id: string; values: Record<string, string> }
type SearchReply = { items: FoundRecord[]; complete: boolean }

/**
 * Records whose name or code begins with the text, which indexes find at once, then those that contain it. Each step is
 * one statement for all kinds. The second is left out if it takes too long.
 */
export async function findRecords(
  db: Database,
  kinds: readonly SearchKind[],
  text: string,
  scope: SearchScope,
): Promise<SearchReply> {
  const sources = new Map(kinds.map((kind) => [kind, searchSource(kind, scope)]))
  const begins = new Map<string, FoundRow>()
  const contains = new Map<string, FoundRow>()
  let complete = true
  try {
    await db.transaction().execute(async (tx) => {
      await sql`SELECT set_config('statement_timeout', ${String(TIMEOUT_MS)}, true)`.execute(tx)
      const wanted = [...sources].flatMap(([kind, source]) =>
        source.beginnings(text).map((each) => matching(kind, source, each)),
      )
      addRows(begins, await rowsOf(tx, wanted))
      const isFull = (kind: SearchKind) => countOf(begins, kind) >= MAX_FOUND
      const further = [...sources].flatMap(([kind, source]) => {
        const condition = isFull(kind) ? undefined : containing(source, text)
        return condition ? [matching(kind, source, { condition })] : []
      })
      addRows(contains, await rowsOf(tx, further))
    })
  } catch (error) {
    if (!isTimeout(error)) throw error
    complete = false
  }
  const all = [...new Map([...begins, ...contains]).values()]
  const items = [...sources].flatMap(([kind, source]) =>
    all
      .filter((row) => row.kind === kind)
      .slice(0, MAX_FOUND)
      .map(({ id, values }) => ({ kind, id, ...source.toFound(values) })),
  )
  return { items, complete }
}

function matching(kind: SearchKind, source: SearchSource, { condition, order }: Beginning) {
  const pairs = Object.entries(source.values).map(([name, value]) => sql`${sql.lit(name)}, ${value}`)
  const found = sql`SELECT ${sql.lit(kind)} AS kind, ${source.id}::text AS id, jsonb_build_object(${sql.join(pairs)}) AS values
    FROM ${source.rows} AND ${condition}`
  const limit = sql`LIMIT ${sql.lit(MAX_FOUND)}`
  if (order && !source.isLimited) return sql`(${found} ORDER BY ${order} ${limit})`
  // Planned for all matches. With the limit in mind, PostgreSQL reads a million rows to find a few that are not there.
  return sql`(WITH matches AS MATERIALIZED (${found}) SELECT * FROM matches ${limit})`
}

async function rowsOf(tx: Tx, queries: readonly RawBuilder<unknown>[]): Promise<FoundRow[]> {
  if (queries.length === 0) return []
  return (await sql<FoundRow>`${sql.join(queries, sql` UNION ALL `)}`.execute(tx)).rows
}

function addRows(found: Map<string, FoundRow>, rows: readonly FoundRow[]) {
  for (const row of rows) if (!found.has(`${row.kind} ${row.id}`)) found.set(`${row.kind} ${row.id}`, row)
}

const countOf = (found: ReadonlyMap<string, FoundRow>, kind: SearchKind) =>
  [...found.values()].filter((row) => row.kind === kind).length

const isTimeout = (error: unknown) => error instanceof Error && 'code' in error && error.code === '57014'
