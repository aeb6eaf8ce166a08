-- The palette finds records of all kinds by the beginning or any part of a name or code. Tenders and terminals have
-- these indexes already; the other tables are small.

-- breaks the former release: changes of users wait while the index is built; a user has one row
CREATE INDEX users_family_name ON users (lower(family_name) COLLATE "C") WHERE status <> 'DELETED';
-- breaks the former release: the same
CREATE INDEX users_email_begins ON users (email COLLATE "C") WHERE status <> 'DELETED';
-- breaks the former release: the same
CREATE INDEX users_employee_no_begins ON users (employee_no COLLATE "C") WHERE status <> 'DELETED';
-- breaks the former release: the same
CREATE INDEX users_search ON users USING gin (
  (given_name || ' ' || family_name) gin_trgm_ops, email gin_trgm_ops, employee_no gin_trgm_ops
) WHERE status <> 'DELETED';

-- breaks the former release: uploads wait while the index is built; the table has a row per file
CREATE INDEX files_by_name ON files (lower(file_name) COLLATE "C");
-- breaks the former release: the same
CREATE INDEX files_search ON files USING gin (file_name gin_trgm_ops);

-- breaks the former release: changes of branches wait while the index is built; the table has a row per branch
CREATE INDEX branches_by_code ON branches (branch_code, id) WHERE deleted_at IS NULL;
-- breaks the former release: the same
CREATE INDEX branches_by_name ON branches (lower(branch_name) COLLATE "C", id) WHERE deleted_at IS NULL;
-- breaks the former release: the same
CREATE INDEX branches_search ON branches USING gin (
  branch_code gin_trgm_ops, branch_name gin_trgm_ops, company_code gin_trgm_ops, merchant_id gin_trgm_ops,
  city gin_trgm_ops
) WHERE deleted_at IS NULL;

-- Calls of all web processes in a minute and the queue at its end, for the trends of the status.
CREATE TABLE status_minutes (
  minute timestamptz PRIMARY KEY,
  calls int NOT NULL,
  -- Replies of 500 and above.
  failed int NOT NULL,
  -- Calls by duration; latencies.ts has the bounds.
  latencies int[] NOT NULL,
  -- Jobs that waited for a worker.
  waiting int NOT NULL
);
GRANT SELECT, INSERT, UPDATE, DELETE ON status_minutes TO backoffice_app;
