import { StartError } from '../config/start-error.ts'
import type { VariablePrefix } from './login.ts'

/** Oldest tested version. */
const OLDEST = 15

type Db = { query: (statement: string) => Promise<{ rows: { version: string }[] }> }

/** Throws for an older PostgreSQL, whose own errors would hide the cause. */
export async function requireServerVersion(db: Db, of: VariablePrefix = 'DATABASE'): Promise<void> {
  const { rows } = await db.query(`SELECT current_setting('server_version') AS version`)
  const version = rows[0]?.version ?? ''
  if (Number.parseInt(version, 10) >= OLDEST) return
  throw new StartError(
    `The database is PostgreSQL ${version}: Backoffice needs PostgreSQL ${OLDEST} or later. Upgrade it, or set ${of}_URL to another.`,
  )
}
