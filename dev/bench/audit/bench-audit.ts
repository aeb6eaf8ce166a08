import { Client } from 'pg'
import { createDatabase, createPool } from '../../../apps/server/src/db/client.ts'
import { migrate } from '../../../apps/server/src/db/migrate.ts'
import { listAudit } from '../../../apps/server/src/resources/audit/audit.store.ts'
import { openListsDatabase } from '../database.ts'
import { median, timed } from '../measure.ts'
import { atMost, printLines } from '../report.ts'
import { AUDIT_CASES, type AuditCase } from './audit-cases.ts'
import { fillAudit } from './audit-table.ts'

const PAGE_SIZE = 50
const WARM_UP = 3

/** The trail of 5,000,000 events against the bare SQL. Fails when rows differ, never for being slow. */
export async function benchAudit(rounds: number): Promise<void> {
  const database = await openListsDatabase('audit')
  try {
    await migrated(database.url)
    await fillAudit(database.url)
    const lines = []
    for (const one of AUDIT_CASES) {
      const [ours, bare] = await measure(database.url, one, rounds)
      const shown = `${(ours / bare).toFixed(2)}× (${ours.toFixed(2)} : ${bare.toFixed(2)} ms)`
      lines.push(atMost(`audit, ${one.what}`, ours / bare, 2, shown, '≤ 2× the bare SQL'))
    }
    printLines(lines)
  } finally {
    await database.stop()
  }
}

async function migrated(url: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await migrate(client)
  await client.end()
}

/** Medians in milliseconds, of ours and of the bare SQL through the same driver, taken in turns. */
async function measure(url: string, one: AuditCase, rounds: number): Promise<[number, number]> {
  const pool = createPool(url)
  const db = createDatabase(pool)
  try {
    const first = { page: 1, page_size: PAGE_SIZE, ...one.query } as const
    const after = one.from === undefined ? undefined : await placeOf(pool, one.from)
    const start = after && (await listAudit(db, first)).next
    const cursor = start ? { after: withValues(start, after) } : {}
    const ours = () => listAudit(db, { ...first, ...cursor })
    const conditions = [one.where ?? 'true', ...(after ? ['(at, id) < ($1, $2)'] : [])]
    const where = conditions.join(' AND ')
    const offset = ((one.query.page ?? 1) - 1) * PAGE_SIZE
    const rows = `SELECT * FROM audit_events WHERE ${where} ORDER BY at DESC, id DESC LIMIT ${PAGE_SIZE + 1} OFFSET ${offset}`
    const count = `SELECT count(*) FROM (SELECT 1 FROM audit_events WHERE ${one.where ?? 'true'} LIMIT 10001) counted`
    const bare = () =>
      Promise.all([pool.query<{ id: string }>(rows, after ?? []), ...(after ? [] : [pool.query(count)])])
    const [reply, [written]] = [await ours(), await bare()]
    const ids = written.rows.slice(0, PAGE_SIZE).map(({ id }) => id)
    if (JSON.stringify(ids) !== JSON.stringify(reply.rows.map(({ id }) => id)))
      throw new Error(`${one.what}: other rows than the bare SQL`)
    const [tookOurs, tookBare]: [number[], number[]] = [[], []]
    for (let round = -WARM_UP; round < rounds; round++) {
      const [a, b] = [await timed(ours), await timed(bare)]
      if (round >= 0) {
        tookOurs.push(a)
        tookBare.push(b)
      }
    }
    return [median(tookOurs), median(tookBare)]
  } finally {
    await db.destroy()
  }
}

/** The values of the order at an event, as PostgreSQL writes them. */
async function placeOf(pool: ReturnType<typeof createPool>, id: number): Promise<string[]> {
  const { rows } = await pool.query<{ values: string[] }>(
    'SELECT ARRAY[at::text, id::text] AS values FROM audit_events WHERE id = $1',
    [id],
  )
  return rows[0]?.values ?? []
}

/** The cursor, moved to another place of the same query. */
function withValues(cursor: string, values: readonly string[]): string {
  const packed: object = JSON.parse(Buffer.from(cursor, 'base64url').toString())
  return Buffer.from(JSON.stringify({ ...packed, v: values })).toString('base64url')
}
