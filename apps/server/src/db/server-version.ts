import { StartError } from '../kernel/start-error.ts'

/** The oldest that the migrations and statements are tested with. */
const OLDEST = 15

type Db = { query: (statement: string) => Promise<{ rows: { version: string }[] }> }

/** Throws for an older PostgreSQL, whose errors would name a statement rather than the cause. */
export async function requireServerVersion(db: Db): Promise<void> {
  const { rows } = await db.query(`SELECT current_setting('server_version') AS version`)
  const version = rows[0]?.version ?? ''
  if (Number.parseInt(version, 10) >= OLDEST) return
  throw new StartError(
    `The database is PostgreSQL ${version}: Backoffice needs PostgreSQL ${OLDEST} or later. Upgrade it, or set DATABASE_URL to another.`,
  )
}
