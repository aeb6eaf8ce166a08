-- The ledger (cards, transactions, staged inquiries and their sums) may be in a database of its own. Both databases have
-- all tables; each uses its part.

-- Number of the last committed change of the transactions. The writer of a change holds the row until it commits, so that
-- writers come one after the other.
CREATE TABLE ledger_version (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  version bigint NOT NULL DEFAULT 0
);
INSERT INTO ledger_version DEFAULT VALUES;
GRANT SELECT ON ledger_version TO backoffice_app;

-- The change of the transactions that last changed the sum.
ALTER TABLE code_usage ADD COLUMN version bigint NOT NULL DEFAULT 0;
ALTER TABLE transaction_days ADD COLUMN version bigint NOT NULL DEFAULT 0;

-- How far a job of the main database has read the changes of the ledger.
CREATE TABLE ledger_readers (
  name text COLLATE "C" PRIMARY KEY CHECK (name IN ('sums', 'cases')),
  version bigint NOT NULL DEFAULT 0
);
INSERT INTO ledger_readers (name) VALUES ('sums'), ('cases');
GRANT SELECT, UPDATE ON ledger_readers TO backoffice_app;

-- Progress of a mapping, written with the transactions that it maps. `after`: id of the last processed transaction.
CREATE TABLE mapping_progress (
  source_filekey uuid NOT NULL,
  source_system text COLLATE "C" NOT NULL,
  code text COLLATE "C" NOT NULL,
  -- Empty for transactions without a company; `*` for those of every company.
  company_code text COLLATE "C" NOT NULL,
  after bigint NOT NULL DEFAULT 0,
  seen int NOT NULL DEFAULT 0,
  mapped int NOT NULL DEFAULT 0,
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (source_filekey, source_system, code, company_code)
);
GRANT SELECT, DELETE ON mapping_progress TO backoffice_app;

-- Name of the dry run whose rows are staged; null for files that the former release has checked.
-- breaks the former release: its workers do not find the rows of files that this release has checked, and try again until
-- a worker of this release takes the job. After going back to it, such files must be uploaded again.
ALTER TABLE files ADD COLUMN staged_run text CHECK (staged_run ~ '^[0-9a-f]{12}$');
