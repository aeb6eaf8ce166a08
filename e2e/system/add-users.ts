import { connectClient } from '../../apps/server/src/db/client.ts'
import { databaseUrl } from './open-provider.ts'

/** Adds active users with a role, named `Campaign` and a number in five digits, who cannot sign in. */
export async function addUsers(
  dataDir: string,
  { count, role }: { count: number; role: string },
): Promise<void> {
  const client = await connectClient(await databaseUrl(dataDir))
  try {
    await client.query(
      `INSERT INTO users (email, given_name, family_name, department, role_id, status)
       SELECT 'campaign.' || no || '@backoffice.test', 'Campaign', lpad(no::text, 5, '0'), 'Loyalty desk', roles.id, 'ACTIVE'
       FROM generate_series(1, $1::int) AS no, roles WHERE roles.name = $2`,
      [count, role],
    )
  } finally {
    await client.end()
  }
}

/** Moves the due time of the review to now, by the database's clock. */
export async function makeDue(dataDir: string, reviewId: string): Promise<void> {
  const client = await connectClient(await databaseUrl(dataDir))
  try {
    await client.query('UPDATE reviews SET due_at = clock_timestamp() WHERE id = $1', [reviewId])
  } finally {
    await client.end()
  }
}
