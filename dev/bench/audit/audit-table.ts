import { Client } from 'pg'
import { withoutIndexes } from '../../../apps/server/src/demo/without-indexes.ts'

/** Five years of a busy office. */
export const EVENTS = 5_000_000
/** Has some 100,000 of them. */
export const BUSY_USER = '00000000-0000-0000-0000-000000000007'
const CHUNK = 250_000

/** Fills the trail once, kept between runs. */
export async function fillAudit(url: string): Promise<void> {
  const clients = [new Client({ connectionString: url }), new Client({ connectionString: url })]
  for (const client of clients) await client.connect()
  const [client] = clients as [Client, Client]
  // Filled before events had labels, they are filled again.
  const { rows } = await client.query<{ filled: number }>(
    'SELECT count(*)::int AS filled FROM audit_events WHERE EXISTS (SELECT FROM audit_events WHERE record_label IS NOT NULL)',
  )
  if (rows[0]?.filled !== EVENTS) {
    await client.query('TRUNCATE audit_events RESTART IDENTITY')
    // The labels are of records that are in no table: without the trigger that reads them.
    for (const each of clients) await each.query('SET session_replication_role = replica')
    await withoutIndexes(client, 'audit_events', async () => {
      const starts = Array.from({ length: EVENTS / CHUNK }, (_, n) => n * CHUNK)
      const work = async (one: Client) => {
        for (let from = starts.shift(); from !== undefined; from = starts.shift())
          await one.query(FILL, [from + 1, from + CHUNK, EVENTS])
      }
      await Promise.all(clients.map(work))
    })
    await client.query('VACUUM ANALYZE audit_events')
  }
  for (const each of clients) await each.end()
}

/**
 * A third by the system and the rest by 300 users, some of them ten times as busy; one in fifty refused, one in 500 out
 * of date. The word “zanzibar” is in 20 events and “quarantine” in 2,000 of the first year.
 */
const FILL = `
  INSERT INTO audit_events (id, at, actor_id, actor_name, action, resource, resource_id, outcome, changes, reason,
    request_id, record_label, search)
  OVERRIDING SYSTEM VALUE
  SELECT *, audit_search(actor_name, action, concat_ws(' ', resource_id, record_label), reason, changes) FROM (
  SELECT n, timestamptz '2026-11-20' - ($3 - n) * interval '31 seconds',
    CASE WHEN n % 3 > 0 THEN lpad(to_hex(who), 32, '0')::uuid END,
    CASE WHEN n % 3 > 0 THEN
      (ARRAY['Maria', 'Joel', 'Alma', 'Carla', 'Ben', 'Dario', 'Lito', 'Benito', 'Rosa', 'Ines'])[1 + who % 10] || ' '
        || (ARRAY['Reyes', 'Bautista', 'Dizon', 'Lim', 'Santos', 'Cruz', 'Tan', 'Ramos', 'Garcia', 'Flores'])[1 + who / 10 % 10]
    ELSE 'System' END,
    resource || '.' || verb, resource, lpad(to_hex(hash % 200000), 32, '0')::uuid::text,
    CASE WHEN n % 50 = 0 THEN 'refused' ELSE 'done' END,
    CASE WHEN n % 50 = 0 THEN '{}' ELSE jsonb_build_object(
      'name', jsonb_build_array(NULL, 'Corporate fuel card ' || hash % 5000 || CASE WHEN n % 250000 = 7 THEN ' zanzibar' ELSE '' END),
      'effective_to', jsonb_build_array('2025-01-01', '2027-06-30'))
    END,
    CASE WHEN n % 500 = 0 THEN 'version_conflict' WHEN n % 50 = 0 THEN 'access_denied'
      WHEN n % 500 = 1 AND n < 1000000 THEN 'in quarantine' WHEN n % 20 = 1 THEN 'OPS-' || n % 30000 END,
    gen_random_uuid(),
    CASE WHEN resource IN ('tender', 'trancode') THEN 'FUEL ' || lpad((hash % 200000)::text, 6, '0')
      WHEN resource = 'user' THEN 'Nicanor ' || 'Ab' || hash % 3000 END
  FROM generate_series($1::bigint, $2::bigint) n,
    LATERAL (SELECT (hashint8(n)::bigint + 2147483648) AS hash) hashed,
    LATERAL (SELECT CASE WHEN hash % 4 = 0 THEN hash / 4 % 300 ELSE hash / 4 % 30 END + 1 AS who,
      (ARRAY['tender', 'file', 'session', 'inquiry', 'user', 'trancode', 'view', 'role'])[1 + least(hash / 1200 % 12, 7)] AS resource,
      (ARRAY['update', 'create', 'view', 'list', 'export', 'delete'])[1 + least(hash / 14400 % 10, 5)] AS verb) drawn
  ) AS drawn (id, at, actor_id, actor_name, action, resource, resource_id, outcome, changes, reason, request_id, record_label)`
