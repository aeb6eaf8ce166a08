import { TABLES } from '@backoffice/contract/tables/tables'
import { propertyRuns } from '@backoffice/contract/testing/property-runs'
import * as fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { daysBefore, yearsBefore } from '../../db/retention-periods.ts'
import { addMasters, createRow, validRow } from '../../testing/table-rows.ts'
import { startTestSystem, type TestSystem } from '../../testing/test-system.ts'
import { OLD_ROWS } from './old-rows.store.ts'
import { removeOldFiles } from './remove-old-files.ts'

const NOW = new Date('2026-11-24T18:17:00.123Z')
const DAY_MS = 86_400_000

let system: TestSystem
let owner: pg.Client
beforeAll(async () => {
  system = await startTestSystem()
  owner = new pg.Client({ connectionString: system.url })
  await owner.connect()
  await owner.query(
    `INSERT INTO files (source_filekey, category, file_name, size, uploaded_by, link_expires_at, state, finished_at)
     SELECT gen_random_uuid(), 'SMAC_INQUIRY', 'cards.csv', 10, id, now(), 'CANCELLED', now() FROM users LIMIT 1`,
  )
})
afterAll(async () => {
  await owner.end()
  await system.stop()
})

const run = () => removeOldFiles({ ...system.workerDeps, clock: { now: () => NOW } })

/** Due time of each kind of row, an insert with an id and a time, and a query for the ids of kept rows. */
const KINDS = {
  answer: {
    due: daysBefore(NOW, 90),
    insert: `INSERT INTO inquiries (id, mode, subject, criteria, answer, outcome, rows, date_from, date_to, ticket_no, purpose,
        as_of, owner_id, created_at)
      SELECT $1, 'CARD', '•••• 0011', '{}', '{"items": []}', 'FOUND', 1, '2026-01-01', '2026-01-02', 'T-1', 'AUDIT',
        '2026-01-03', id, $2 FROM users LIMIT 1`,
    kept: 'SELECT id FROM inquiries WHERE answer IS NOT NULL AND answer_removed_at IS NULL',
  },
  inquiry: {
    due: yearsBefore(NOW, 5),
    insert: `INSERT INTO inquiries (id, mode, subject, criteria, answer_removed_at, outcome, rows, date_from, date_to,
        ticket_no, purpose, as_of, owner_id, created_at)
      SELECT $1, 'ACCOUNT', '1234567890', '{}', now(), 'FOUND', 1, '2026-01-01', '2026-01-02', 'T-1', 'AUDIT',
        '2026-01-03', id, $2 FROM users LIMIT 1`,
    kept: `SELECT id FROM inquiries WHERE mode = 'ACCOUNT'`,
  },
  case: {
    due: yearsBefore(NOW, 5),
    // With a purchase and a note, which go with it.
    insert: `WITH closed AS (
        INSERT INTO cases (id, kind, status, resolution, card_id, last_four, ticket_no, due_on, opened_by, opened_at, resolved_at,
          updated_at)
        SELECT $1, 'LATE_POINTS', 'RESOLVED', 'POSTED', gen_random_uuid(), '0011', 'T-1', '2020-01-01', id, $2, $2, $2
        FROM users LIMIT 1 RETURNING id, opened_by
      ), purchase AS (
        INSERT INTO case_purchases (case_id, no, card_number, transaction_id, business_date, amount, is_open)
        SELECT id, 1, 9990000000000011, 1, '2020-01-01', 1, false FROM closed
      )
      INSERT INTO case_notes (case_id, at, author_id, body) SELECT id, now(), opened_by, 'x' FROM closed`,
    kept: 'SELECT id FROM cases',
  },
  idempotencyKey: {
    due: daysBefore(NOW, 2),
    insert: `INSERT INTO idempotency_keys (user_id, endpoint, key, request_hash, created_at)
      SELECT id, 'files.presign', $1, '', $2 FROM users LIMIT 1`,
    kept: 'SELECT key AS id FROM idempotency_keys',
  },
  endedSession: {
    due: NOW,
    insert: `INSERT INTO ended_sessions SELECT $1, id, now(), $2 FROM users LIMIT 1`,
    kept: 'SELECT session_id AS id FROM ended_sessions',
  },
  wholeNumberLink: {
    due: NOW,
    insert: `INSERT INTO whole_number_links (token_hash, source_filekey, content, format, user_id, expires_at)
      SELECT uuid_send($1), source_filekey, 'source', 'csv', uploaded_by, $2 FROM files`,
    kept: `SELECT encode(token_hash, 'hex')::uuid AS id FROM whole_number_links`,
  },
  deletedRow: {
    due: yearsBefore(NOW, 5),
    insert: `INSERT INTO terminals (id, terminal_id, company_code, branch_code, deleted_at)
      VALUES ($1, '60417001', 'NLF', '0417', $2)`,
    kept: `SELECT id FROM terminals`,
  },
  profile: {
    due: daysBefore(NOW, 30),
    insert: `INSERT INTO users (id, email, given_name, family_name, contact, status, updated_at)
      VALUES ($1::uuid, $1::uuid::text || '@backoffice.test', 'Ana', 'Cruz', '+639170000000', 'DELETED', $2)`,
    kept: `SELECT id FROM users WHERE status = 'DELETED' AND contact IS NOT NULL`,
  },
  name: {
    due: yearsBefore(NOW, 5),
    insert: `INSERT INTO users (id, email, given_name, family_name, status, updated_at)
      VALUES ($1::uuid, $1::uuid::text || '@backoffice.test', 'Leo', 'Santos', 'DELETED', $2)`,
    kept: `SELECT id FROM users WHERE given_name = 'Leo' AND email LIKE '%@backoffice.test'`,
  },
} as const
type Kind = keyof typeof KINDS
const ALL = Object.keys(KINDS) as Kind[]

const row = fc.record({
  id: fc.uuid({ version: 4 }),
  kind: fc.constantFrom(...ALL),
  /** Milliseconds since it was due; negative before. */
  due: fc.oneof(fc.integer({ min: -2, max: 2 }), fc.integer({ min: -400 * DAY_MS, max: 400 * DAY_MS })),
})
const rows = fc.uniqueArray(row, { maxLength: 40, selector: ({ id }) => id })

test('removes exactly the due rows and counts them', async () => {
  await fc.assert(
    fc.asyncProperty(rows, async (list) => {
      await clear()
      for (const { id, kind, due } of list)
        await owner.query(KINDS[kind].insert, [id, new Date(KINDS[kind].due.getTime() - due)])
      const since = await lastEvent()
      await run()
      for (const kind of ALL) {
        const { rows: left } = await owner.query<{ id: string }>(KINDS[kind].kept)
        const model = list.filter((each) => each.kind === kind && each.due < 0).map(({ id }) => id)
        expect([kind, ...left.map(({ id }) => id).sort()]).toEqual([kind, ...model.sort()])
      }
      const removed = list.filter(({ due }) => due >= 0)
      const { rows: events } = await owner.query<{ changes: Record<string, [number, number]> }>(
        `SELECT changes FROM audit_events WHERE id > $1 AND action = 'retention.finish'`,
        [since],
      )
      const sum = Object.values(events[0]?.changes ?? {}).reduce((all, [count]) => all + count, 0)
      // A profile older than five years also loses its name.
      const both = removed.filter(
        ({ kind, due }) => kind === 'profile' && isOverRecords('profile', due),
      ).length
      const oldResults = removed.filter(
        ({ kind, due }) => kind === 'answer' && isOverRecords('answer', due),
      ).length
      expect([events.length, sum]).toEqual([1, removed.length + both + oldResults])
    }),
    { numRuns: propertyRuns(30) },
  )
})

const isOverRecords = (kind: Kind, due: number) =>
  KINDS[kind].due.getTime() - due <= yearsBefore(NOW, 5).getTime()

const lastEvent = async () =>
  (await owner.query('SELECT coalesce(max(id), 0) AS id FROM audit_events')).rows[0].id as string

const clear = () =>
  owner.query(`DELETE FROM inquiries; DELETE FROM cases; DELETE FROM idempotency_keys; DELETE FROM ended_sessions; DELETE FROM terminals;
    DELETE FROM whole_number_links; DELETE FROM users WHERE status = 'DELETED'`)

test('a deleted user keeps name, email and shared views; everything else is removed, with an event each', async () => {
  await clear()
  const id = crypto.randomUUID()
  await owner.query(
    `INSERT INTO users (id, email, given_name, family_name, contact, employee_no, department, status_reason, status, updated_at)
     VALUES ($1, 'gone@backoffice.test', 'Ana', 'Cruz', '1', '2', '3', '4', 'DELETED', $2)`,
    [id, daysBefore(NOW, 30)],
  )
  await owner.query(
    `INSERT INTO user_preferences (user_id) VALUES ('${id}');
     INSERT INTO user_policies (user_id, policy_id) SELECT '${id}', id FROM policies LIMIT 1;
     INSERT INTO temporary_access (user_id, policy_id, reason, until)
       SELECT '${id}', id, 'Leave', now() + interval '1 hour' FROM policies LIMIT 1;
     INSERT INTO views (list, name, audience, content, owner_id)
       VALUES ('files', 'Mine', 'MINE', '{}', '${id}'), ('files', 'All', 'EVERYONE', '{}', '${id}');
     INSERT INTO view_defaults SELECT '${id}', 'files', id FROM views WHERE name = 'All';
     INSERT INTO column_matchings (category, fingerprint, user_id, matching, matched_at)
       VALUES ('TENDERS', 'x', '${id}', '{}', now())`,
  )
  await run()
  const { rows: left } = await owner.query(
    `SELECT email, given_name, family_name, num_nonnulls(contact, employee_no, department, status_reason) AS profile,
       (SELECT array_agg(name) FROM views WHERE owner_id = users.id) AS views,
       (SELECT count(*)::int FROM user_preferences WHERE user_id = users.id)
         + (SELECT count(*)::int FROM user_policies WHERE user_id = users.id)
         + (SELECT count(*)::int FROM temporary_access WHERE user_id = users.id)
         + (SELECT count(*)::int FROM column_matchings WHERE user_id = users.id)
         + (SELECT count(*)::int FROM view_defaults WHERE user_id = users.id) AS others
     FROM users WHERE id = $1`,
    [id],
  )
  expect(left).toEqual([
    {
      email: 'gone@backoffice.test',
      given_name: 'Ana',
      family_name: 'Cruz',
      profile: 0,
      views: ['All'],
      others: 0,
    },
  ])
  const { rows: events } = await owner.query(
    `SELECT changes FROM audit_events WHERE action = 'user.remove' AND resource_id = $1`,
    [id],
  )
  expect(events).toEqual([{ changes: { profile: ['kept', 'removed'] } }])
})

test('a user who still exists at the identity provider keeps their email', async () => {
  await clear()
  const id = crypto.randomUUID()
  await owner.query(KINDS.name.insert, [id, yearsBefore(NOW, 6)])
  await owner.query(`INSERT INTO provider_actions (user_id, action, state) VALUES ($1, 'delete', 'failed')`, [
    id,
  ])
  await run()
  expect((await owner.query(KINDS.name.kept)).rows).toEqual([{ id }])
  await owner.query('DELETE FROM provider_actions')
  await run()
  expect((await owner.query(KINDS.name.kept)).rows).toEqual([])
})

test('removes reveals older than five years by the database’s clock; the application cannot delete others', async () => {
  await owner.query(
    `INSERT INTO card_reveals (card_id, revealed_by, revealed_at, reason, ticket_no)
     SELECT gen_random_uuid(), id, now() - age, 'AUDIT', age::text
     FROM (SELECT id FROM users LIMIT 1) AS one, (VALUES (interval '5 years 1 hour'), (interval '5 years' - interval '1 hour')) AS ages (age)`,
  )
  await run()
  const { rows: left } = await owner.query('SELECT ticket_no FROM card_reveals')
  expect(left).toEqual([{ ticket_no: '5 years -01:00:00' }])
  await expect(system.pool.query('DELETE FROM card_reveals')).rejects.toThrow('permission denied')
})

test('batches continue until nothing is left, and a failure of one kind does not affect others', async () => {
  await clear()
  await owner.query(
    `INSERT INTO idempotency_keys (user_id, endpoint, key, request_hash, created_at)
     SELECT (SELECT id FROM users LIMIT 1), 'x', n::text, '', $1 FROM generate_series(1, 2500) AS n`,
    [daysBefore(NOW, 3)],
  )
  await owner.query(KINDS.endedSession.insert, ['old', daysBefore(NOW, 1)])
  await owner.query('REVOKE DELETE ON idempotency_keys FROM backoffice_app')
  const since = await lastEvent()
  await expect(run()).rejects.toThrow('permission denied for table idempotency_keys')
  expect((await owner.query(KINDS.endedSession.kept)).rows).toEqual([])
  await owner.query('GRANT DELETE ON idempotency_keys TO backoffice_app')
  await run()
  const { rows: said } = await owner.query(
    `SELECT changes FROM audit_events WHERE action = 'retention.finish' AND id > $1 ORDER BY id`,
    [since],
  )
  expect(said.map(({ changes }) => changes)).toEqual([
    { ended_sessions: [1, 0], failed: [null, 1] },
    { idempotency_keys: [2_500, 0] },
  ])
})

test('removes deleted rows of every lookup table', async () => {
  expect(OLD_ROWS.filter(({ subject }) => subject === 'deleted_rows')).toHaveLength(TABLES.length)
  await addMasters(system.pool)
  for (const table of [...TABLES, ...TABLES])
    expect((await createRow(system, table, validRow(table))).status).toBe(201)
  const due = yearsBefore(NOW, 5)
  // One row of each table is due, the others a moment later.
  for (const { name } of TABLES)
    await owner.query(
      `UPDATE ${name} SET deleted_at = $1::timestamptz
         + (id <> (SELECT id FROM ${name} LIMIT 1))::int * interval '1 ms'`,
      [due],
    )
  await run()
  for (const { name } of TABLES) {
    const { rows: left } = await owner.query(`SELECT DISTINCT deleted_at FROM ${name}`)
    expect([name, left]).toEqual([name, [{ deleted_at: new Date(due.getTime() + 1) }]])
  }
})
