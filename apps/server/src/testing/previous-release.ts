import { migrateIdentity } from '@backoffice/identity'
import { connectClient } from '../db/client.ts'
import { migrate } from '../db/migrate.ts'
import { installQueues } from '../jobs/queue.ts'

/** Newest migration of the release in production, whose processes run concurrently with the next release. */
export const LAST_RELEASE = '022-single-inquiries.sql'

/** In plain SQL, because the stores need the newest migration. */
const ROWS = `
WITH role AS (
  INSERT INTO roles (name, modules) VALUES ('Desk', '{DASHBOARD}') RETURNING id
), policy AS (
  INSERT INTO policies (name, statements) VALUES ('Reads', '{file:read}') RETURNING id
), granted AS (
  INSERT INTO role_policies (role_id, policy_id) SELECT role.id, policy.id FROM role, policy
), person AS (
  INSERT INTO users (identity_sub, email, given_name, family_name, role_id, status)
  SELECT gen_random_uuid(), 'ana@example.test', 'Ana', 'Reyes', id, 'ACTIVE' FROM role RETURNING id
), policy_of_person AS (
  INSERT INTO user_policies (user_id, policy_id) SELECT person.id, policy.id FROM person, policy
), preferences AS (
  INSERT INTO user_preferences (user_id) SELECT id FROM person
), file AS (
  INSERT INTO files (source_filekey, category, file_name, size, uploaded_by, link_expires_at, state)
  SELECT gen_random_uuid(), 'SMAC_INQUIRY', 'cards.csv', 10, id, now(), 'PROCESSING' FROM person
  RETURNING source_filekey, uploaded_by
), errors AS (
  INSERT INTO file_errors (source_filekey, seq, row_number, line_number, column_name, value, severity, code, message)
  SELECT source_filekey, 1, 2, 3, 'card_number', 'x', 'error', 'card_number', 'Not a card.' FROM file
), chunk AS (
  INSERT INTO inquiry_chunks (source_filekey, chunk_no, from_row, to_row) SELECT source_filekey, 1, 1, 10 FROM file
), inquiry AS (
  INSERT INTO inquiries (id, mode, source_filekey, purpose, as_of, partial, owner_id)
  SELECT gen_random_uuid(), 'FILE', source_filekey, 'AUDIT', '2026-11-01', false, uploaded_by FROM file
), reveal AS (
  INSERT INTO card_reveals (card_id, revealed_by, revealed_at, reason, ticket_no)
  SELECT gen_random_uuid(), id, now(), 'AUDIT', 'T-1' FROM person
), process AS (
  INSERT INTO processes (id, kind, build, started_at, seen_at) VALUES (gen_random_uuid(), 'web', 'b', now(), now())
), repeated AS (
  INSERT INTO idempotency_keys (user_id, endpoint, key, request_hash) SELECT id, 'files.presign', 'k', 'h' FROM person
)
INSERT INTO audit_events (actor_id, actor_name, action, resource, outcome)
SELECT id, 'Ana', 'file.list', 'file', 'done' FROM person;

INSERT INTO cards (card_number, account_number, tier, status, points_balance, member_name_masked)
SELECT 6000000000000000 + n, '1234567890', 'GOLD', 'ACTIVE', n, 'A** R****' FROM generate_series(1, 50) AS n;
INSERT INTO transactions
  (transaction_id, card_number, business_date, transaction_at, source_system, source_tran_code, amount, points, status)
SELECT n, 6000000000000000 + n, '2026-10-01', now(), 'POS', '01', 100, n, 'POSTED' FROM generate_series(1, 200) AS n;
INSERT INTO holidays (day, name) VALUES ('2026-12-27', 'A day of the test');
INSERT INTO company_groups (group_code, group_name, company_code, company_name) VALUES ('G1', 'Group', 'C1', 'Company');
`

/** Installs the last release in an empty database, with rows in most tables. */
export async function installPreviousRelease(url: string): Promise<void> {
  const client = await connectClient(url)
  await migrate(client, { until: LAST_RELEASE })
  await migrateIdentity(client)
  await client.query(ROWS)
  await client.end()
  await installQueues(url)
}
