import type { ClientBase } from 'pg'
import type { DemoClock } from './demo-clock.ts'

/** Tables of the installation itself. */
const NOT_OF_SCENES = ['audit_events', 'demo_loads', 'migrations']
/** Days from the installation to the first scene. */
const DAYS_BEFORE = 30

/**
 * Gives rows the time of the clock where the database sets the real time, so that they fit the times that the product
 * sets. Rows that exist before the first scene become older than it.
 */
export async function keepTimesOf(owner: ClientBase, clock: DemoClock) {
  const { rows: columns } = await owner.query<{ table_name: string; column_name: string }>(
    `SELECT table_name, column_name FROM information_schema.columns
     WHERE table_schema = 'public' AND column_default = 'now()' AND table_name <> ALL ($1)`,
    [NOT_OF_SCENES],
  )
  const { rows } = await owner.query<{ at: Date; last: string }>(
    `SELECT now() AS at, coalesce((SELECT max(id) FROM audit_events), 0) AS last`,
  )
  const start = rows[0]?.at.toISOString()
  let lastEvent = rows[0]?.last ?? '0'
  const installed = new Date(clock.now().getTime() - DAYS_BEFORE * 86_400_000).toISOString()
  const moved = (to: string, from: string) =>
    columns
      .map(
        ({ table_name: table, column_name: column }) =>
          `UPDATE ${table} SET ${column} = '${to}' WHERE ${column} BETWEEN '${from}' AND now()`,
      )
      .join(';')
  await owner.query('UPDATE audit_events SET at = $1', [installed])
  await owner.query(moved(installed, new Date(Date.now() - 3_600_000).toISOString()))

  return {
    /** Moves the events of the last call or job. */
    async keepEvents(): Promise<void> {
      const { rows: ids } = await owner.query<{ id: string }>(
        'UPDATE audit_events SET at = $1 WHERE id > $2 RETURNING id',
        [clock.now(), lastEvent],
      )
      for (const { id } of ids) if (BigInt(id) > BigInt(lastEvent)) lastEvent = id
    },
    /** Moves the times of the rows that a scene has written. */
    keepTimes: () => owner.query(moved(clock.now().toISOString(), start ?? '')),
  }
}
