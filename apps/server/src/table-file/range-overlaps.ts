import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { RangeRule, TableDeclaration } from '@backoffice/contract/table'
import { sql } from 'kysely'
import type { Tx } from '../db/client.ts'
import { type Rejection, rejectStaged, staged } from './staging.ts'
import { boundsOf, tableOf } from './table-sql.ts'

/** A range in force: of a row that the file adds or changes, or of another row of the table. */
type Range = {
  /** Null: a row of the table that the file leaves as it is. */
  row_no: number | null
  line_no: number
  scope: string[]
  low: string
  high: string
  from: string
  to: string
  starts: string | null
  ends: string | null
  key: string
}

const FETCH_ROWS = 5_000
/** Of the earlier rows that one row overlaps; the table’s constraint has the last word. */
const MAX_CLASHES = 100
const MAX_ROUNDS = 10

/** Rejects rows whose ranges overlap those of the table, or of an earlier row of the file that stays. */
export async function rejectOverlaps(tx: Tx, filekey: string, table: TableDeclaration): Promise<void> {
  for (const rule of table.ranges ?? []) {
    // A changed row that is rejected keeps its old range in the table, which others may overlap.
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const rejections = await findOverlaps(tx, filekey, table, rule)
      if (rejections.length === 0) break
      await rejectStaged(tx, filekey, rejections)
    }
  }
}

type Clash = { other: Range; row: number | null }

async function findOverlaps(
  tx: Tx,
  filekey: string,
  table: TableDeclaration,
  rule: RangeRule,
): Promise<Rejection[]> {
  const clashes = new Map<number, { range: Range; with: Clash[] }>()
  const note = (range: Range, other: Range) => {
    if (range.row_no === null) return
    const known = clashes.get(range.row_no) ?? { range, with: [] }
    if (known.with.length < MAX_CLASHES || other.row_no === null)
      known.with.push({ other, row: other.row_no })
    clashes.set(range.row_no, known)
  }
  let open: Range[] = []
  for await (const range of rangesInOrder(tx, filekey, table, rule)) {
    const scope = range.scope.join('\u001f')
    open = open.filter((each) => each.high >= range.low && each.scope.join('\u001f') === scope)
    for (const other of open) {
      if (!isSameTime(range, other)) continue
      const isLater = other.row_no === null || (range.row_no !== null && range.row_no > other.row_no)
      if (isLater) note(range, other)
      else note(other, range)
    }
    open.push(range)
  }
  return decide(clashes, rule)
}

/** In row order, so that a row only loses to one that stays. */
function decide(clashes: Map<number, { range: Range; with: Clash[] }>, rule: RangeRule): Rejection[] {
  const rejected = new Set<number>()
  const rejections: Rejection[] = []
  for (const [row_no, { range, with: others }] of [...clashes].sort(([a], [b]) => a - b)) {
    const lost = others.find(({ row }) => row === null || !rejected.has(row))
    if (!lost) continue
    rejected.add(row_no)
    const { other } = lost
    const where = other.row_no === null ? other.key : `line ${other.line_no}`
    const message = `Overlaps ${other.from}–${other.to} of ${where}`
    const value = `${range.from}–${range.to}`
    rejections.push({ row_no, problem: { column: rule.from, code: 'E011', message, value } })
  }
  return rejections
}

function isSameTime(one: Range, other: Range): boolean {
  const startsBefore = (a: Range, b: Range) => a.starts === null || b.ends === null || a.starts <= b.ends
  return startsBefore(one, other) && startsBefore(other, one)
}

/** By scope and lower bound. */
async function* rangesInOrder(
  tx: Tx,
  filekey: string,
  table: TableDeclaration,
  rule: RangeRule,
): AsyncGenerator<Range> {
  const ofStaged = (name: string) => sql`(s.value->>${sql.lit(name)})`
  const ofTable = (name: string) => sql`${sql.ref(`t.${name}`)}::text`
  const columns = (value: typeof ofStaged) => {
    const { low, high } = boundsOf(rule, value)
    const scope = sql`ARRAY[${sql.join(rule.within.map(value))}]`
    return sql`${scope} AS scope, ${low} AS low, ${high} AS high, ${value(rule.from)} AS "from", ${value(rule.to)} AS "to",
      ${value('effective_from')} AS starts, ${value('effective_to')} AS ends`
  }
  const key = sql.join(
    Object.keys(table.fields)
      .filter((name) => table.fields[name]?.key || name === table.naming)
      .map(ofTable),
    sql` || ' ' || `,
  )
  const query = sql`
    SELECT row_no, line_no, ${columns(ofStaged)}, key FROM ${staged(filekey)} s
    WHERE outcome IN ('N', 'C') AND ${ofStaged(rule.from)} IS NOT NULL AND ${ofStaged('status')} = 'ACTIVE'
    UNION ALL
    SELECT NULL, 0, ${columns(ofTable)}, ${key} FROM ${tableOf(table)} t
    WHERE t.deleted_at IS NULL AND t.status = 'ACTIVE' AND ${sql.ref(`t.${rule.from}`)} IS NOT NULL
      AND NOT EXISTS (SELECT FROM ${staged(filekey)} s WHERE s.id = t.id AND s.outcome = 'C')
    ORDER BY scope, low, row_no NULLS FIRST`
  await sql`DECLARE ranges NO SCROLL CURSOR FOR ${query}`.execute(tx)
  for (;;) {
    const { rows } = await sql<Range>`FETCH ${sql.lit(FETCH_ROWS)} FROM ranges`.execute(tx)
    yield* rows
    if (rows.length < FETCH_ROWS) break
    await yieldToEventLoop()
  }
  await sql`CLOSE ranges`.execute(tx)
}
