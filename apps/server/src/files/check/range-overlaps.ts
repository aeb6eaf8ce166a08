import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { RangeRule, TableDeclaration } from '@backoffice/contract/table'
import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import { describeRow } from './reports.ts'
import { boundsOf, type Rejection, rejectStaged, staged, tableOf } from './table-staging.ts'

/** A range in force, of an added or changed row of the file or another row of the table. */
type Range = {
  /** Null for a row of the table that the file does not change. */
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
/** Maximum overlaps recorded per row; the table’s constraint is decisive (`table-constraints.ts`). */
const MAX_CLASHES = 100
const MAX_ROUNDS = 10
/** Comparisons between yields to the event loop. */
const COMPARED_AT_ONCE = 100_000

/** Rejects rows whose ranges overlap the table's or those of an earlier kept row of the file. */
export async function rejectOverlaps(tx: Tx, filekey: string, table: TableDeclaration): Promise<void> {
  for (const rule of table.ranges ?? []) {
    // A rejected change keeps its old range in the table, which other rows may overlap.
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const rejections = await findOverlaps(tx, filekey, table, rule)
      if (rejections.length === 0) break
      await rejectStaged(tx, filekey, rejections)
    }
  }
}

/** A range of the sweep. `others` are ranges that reject it if kept; one of the table suffices. */
type SweepRange = { range: Range; scope: string; others: Range[]; isLost: boolean }

/** Must be cheap per pair, because their number is quadratic if all ranges overlap. */
async function findOverlaps(
  tx: Tx,
  filekey: string,
  table: TableDeclaration,
  rule: RangeRule,
): Promise<Rejection[]> {
  const clashing = new Set<SweepRange>()
  const note = (swept: SweepRange, { range: other }: SweepRange) => {
    if (swept.others.length === 0) clashing.add(swept)
    if (other.row_no === null) {
      swept.others = [other]
      swept.isLost = true
    } else if (swept.others.length < MAX_CLASHES) swept.others.push(other)
  }
  let open: SweepRange[] = []
  let compared = 0
  for await (const range of rangesInOrder(tx, filekey, table, rule)) {
    const swept: SweepRange = { range, scope: range.scope.join('\u001f'), others: [], isLost: false }
    if (open[0]?.scope !== swept.scope) open = []
    compared += open.length
    if (compared > COMPARED_AT_ONCE) {
      compared = 0
      await yieldToEventLoop()
    }
    let kept = 0
    for (const other of open) {
      // A row rejected by the table does not affect others.
      if (other.isLost || other.range.high < range.low) continue
      open[kept++] = other
      if (swept.isLost || !isSameTime(range, other.range)) continue
      if (range.row_no === null) {
        if (other.range.row_no !== null) note(other, swept)
      } else if (other.range.row_no === null || range.row_no > other.range.row_no) note(swept, other)
      else note(other, swept)
    }
    open.length = kept
    if (!swept.isLost) open.push(swept)
  }
  return decide(clashing, rule)
}

/** Decides in row order, so that only kept rows reject others. */
function decide(clashing: ReadonlySet<SweepRange>, rule: RangeRule): Rejection[] {
  const rejected = new Set<number>()
  const rejections: Rejection[] = []
  const rowOf = ({ range }: SweepRange) => range.row_no ?? 0
  for (const swept of [...clashing].sort((a, b) => rowOf(a) - rowOf(b))) {
    const { range, others } = swept
    const row_no = rowOf(swept)
    const other = others.find((each) => each.row_no === null || !rejected.has(each.row_no))
    if (!other) continue
    rejected.add(row_no)
    const where = other.row_no === null ? other.key : describeRow(other.row_no, other.line_no)
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

/** Ranges ordered by scope and lower bound. */
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
