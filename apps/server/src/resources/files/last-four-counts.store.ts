import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import { RETENTION_DAYS } from '../../db/retention-periods.ts'
import { LAST_FOURS, type LastFourCounts, noLastFours } from '../../inquiry-file/last-fours.ts'

/** Adds the rows of a file to those of its uploader. Returns the rows of the last 30 days, these included. */
export async function addLastFours(
  tx: Tx,
  { userId, day, counts }: { userId: string; day: string; counts: LastFourCounts },
): Promise<LastFourCounts> {
  const none = toBytes(noLastFours())
  await tx
    .insertInto('last_four_counts')
    .values({ user_id: userId, day, counts: none })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  // Locked: two dry runs of one user at once would each miss the other.
  const rows = await tx
    .selectFrom('last_four_counts')
    .select(['day', 'counts'])
    .where('user_id', '=', userId)
    .where('day', '>', sql<string>`${day}::date - ${RETENTION_DAYS.lastFourCounts}::int`)
    .orderBy('day')
    .forUpdate()
    .execute()
  const sum = Uint32Array.from(counts)
  const today = Uint32Array.from(counts)
  for (const row of rows) {
    const earlier = fromBytes(row.counts)
    add(sum, earlier)
    if (row.day === day) add(today, earlier)
  }
  await tx
    .updateTable('last_four_counts')
    .set({ counts: toBytes(today) })
    .where('user_id', '=', userId)
    .where('day', '=', day)
    .execute()
  return sum
}

function add(sum: LastFourCounts, more: LastFourCounts): void {
  for (let lastFour = 0; lastFour < LAST_FOURS; lastFour++)
    sum[lastFour] = (sum[lastFour] ?? 0) + (more[lastFour] ?? 0)
}

const toBytes = (counts: LastFourCounts) => Buffer.from(counts.buffer, counts.byteOffset, counts.byteLength)

/** Copied: the driver's buffer need not begin at a word. */
const fromBytes = (bytes: Buffer): LastFourCounts => new Uint32Array(Uint8Array.from(bytes).buffer)
