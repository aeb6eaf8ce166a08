import type pg from 'pg'

/** Tokens, links and schedules tolerate less than this. */
const MAX_DIFFERENCE_MS = 120_000

/** Compares the clock of this process with the database's, which all processes share. */
export function createDatabaseClock(pool: Pick<pg.Pool, 'query'>, now: () => number = Date.now) {
  let differenceMs = 0
  return {
    /** Reads the database's time; throws if the database does not respond. */
    async read(): Promise<void> {
      const sentAt = now()
      const { rows } = await pool.query<{ now: Date }>('SELECT now() AS now')
      const readAt = (sentAt + now()) / 2
      if (rows[0]) differenceMs = readAt - rows[0].now.getTime()
    },
    /** Throws if the clocks differed by minutes when the database was last read. */
    async check(): Promise<void> {
      if (Math.abs(differenceMs) < MAX_DIFFERENCE_MS) return
      const seconds = Math.round(Math.abs(differenceMs) / 1_000)
      const where = differenceMs > 0 ? 'ahead of' : 'behind'
      throw new Error(`The clock of this process is ${seconds} seconds ${where} the database's.`)
    },
  }
}
