import { createPool } from '../../apps/server/src/db/client.ts'
import { databaseUrl, dataOfSystem } from './open-provider.ts'

/** So high that no other user needs approval. */
const THRESHOLD = 1_000_000

/** While `run` runs, changes of tenders by the user need approval as mass changes. */
export async function withApprovals(email: string, run: () => Promise<void>): Promise<void> {
  const pool = createPool(await databaseUrl(dataOfSystem()), { max: 1 })
  const { rows } = await pool.query("SELECT is_on, threshold FROM approval_rules WHERE kind = 'MASS_CHANGE'")
  const setRule = (isOn: boolean, threshold: number) =>
    pool.query(
      "UPDATE approval_rules SET is_on = $1, threshold = $2, version = version + 1 WHERE kind = 'MASS_CHANGE'",
      [isOn, threshold],
    )
  try {
    // The user has used up what the rule allows in 24 hours.
    await pool.query(
      `INSERT INTO change_counts (user_id, kind, scope, at, count)
       SELECT id, 'MASS_CHANGE', 'tenders', now(), $2 FROM users WHERE email = $1`,
      [email, THRESHOLD],
    )
    await setRule(true, THRESHOLD)
    await run()
  } finally {
    await setRule(rows[0].is_on, rows[0].threshold)
    await pool.query("DELETE FROM change_counts WHERE kind = 'MASS_CHANGE' AND count = $1", [THRESHOLD])
    await pool.end()
  }
}
