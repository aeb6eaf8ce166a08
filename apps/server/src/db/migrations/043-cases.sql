-- Cases follow purchases until their points are right.

CREATE TABLE cases (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- Never reused.
  case_no bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  version int NOT NULL DEFAULT 1,
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('LATE_POINTS', 'MISSING_TRANSACTION', 'WRONG_POINTS', 'OTHER')),
  status text COLLATE "C" NOT NULL DEFAULT 'OPEN' CHECK (status IN ('OPEN', 'SENT', 'RESOLVED', 'REJECTED')),
  card_id uuid NOT NULL,
  last_four text COLLATE "C" NOT NULL CHECK (last_four ~ '^[0-9]{4}$'),
  -- Copied from the purchases, for the list. Hundredths of a point.
  purchases int NOT NULL DEFAULT 0,
  points_expected bigint NOT NULL DEFAULT 0,
  oldest_business_date date,
  ticket_no text COLLATE "C" NOT NULL CHECK (length(ticket_no) BETWEEN 1 AND 30),
  assignee_id uuid REFERENCES users,
  due_on date NOT NULL,
  opened_by uuid NOT NULL REFERENCES users,
  opened_at timestamptz NOT NULL,
  sent_by uuid REFERENCES users,
  sent_at timestamptz,
  resolution text COLLATE "C" CHECK (resolution IN ('POSTED', 'CORRECTED', 'NOT_OWED', 'DUPLICATE')),
  -- Null for a case that a load closed.
  resolved_by uuid REFERENCES users,
  resolved_at timestamptz,
  -- Of the last resolution, rejection or reopening.
  reason text CHECK (length(reason) <= 200),
  updated_at timestamptz NOT NULL,
  CHECK ((status = 'RESOLVED') = (resolution IS NOT NULL)),
  CHECK ((status IN ('RESOLVED', 'REJECTED')) = (resolved_at IS NOT NULL)),
  CHECK (status <> 'SENT' OR sent_at IS NOT NULL)
);
-- The views of the list, in its default order. Open cases are few among all that are kept.
CREATE INDEX cases_open_due ON cases (due_on, id) WHERE status IN ('OPEN', 'SENT');
CREATE INDEX cases_open_assignee ON cases (assignee_id, due_on, id) WHERE status IN ('OPEN', 'SENT');
CREATE INDEX cases_due ON cases (due_on, id);
CREATE INDEX cases_assignee ON cases (assignee_id, due_on, id);
CREATE INDEX cases_opener ON cases (opened_by, due_on, id);
CREATE INDEX cases_status ON cases (status, due_on, id);
CREATE INDEX cases_age ON cases (oldest_business_date, id);
CREATE INDEX cases_opened_at ON cases (opened_at, id);
CREATE INDEX cases_resolved_at ON cases (resolved_at, id);
CREATE INDEX cases_ticket ON cases (ticket_no, id);
CREATE INDEX cases_last_four ON cases (last_four);
CREATE INDEX cases_card ON cases (card_id);

CREATE TABLE case_purchases (
  case_id uuid NOT NULL REFERENCES cases ON DELETE CASCADE,
  no int NOT NULL CHECK (no > 0),
  -- Never leaves the database: matches typed purchases.
  card_number bigint NOT NULL,
  -- Null for a typed purchase that no transaction matches yet.
  transaction_id bigint,
  business_date date NOT NULL,
  company_code text CHECK (length(company_code) <= 6),
  branch_code text CHECK (length(branch_code) <= 6),
  receipt_no text CHECK (length(receipt_no) <= 20),
  amount bigint NOT NULL,
  points_expected bigint,
  -- Status of the transaction when a load last changed it, or when the case was opened.
  status_seen text,
  -- True while the case is open or sent.
  is_open boolean NOT NULL DEFAULT true,
  PRIMARY KEY (case_id, no),
  CHECK (transaction_id IS NOT NULL OR (branch_code IS NOT NULL AND receipt_no IS NOT NULL))
);
-- A purchase is in at most one open case.
CREATE UNIQUE INDEX case_purchases_open ON case_purchases (transaction_id)
  WHERE is_open AND transaction_id IS NOT NULL;
CREATE UNIQUE INDEX case_purchases_typed ON case_purchases (card_number, branch_code, receipt_no)
  WHERE is_open AND transaction_id IS NULL;

CREATE TABLE case_notes (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  case_id uuid NOT NULL REFERENCES cases ON DELETE CASCADE,
  at timestamptz NOT NULL,
  author_id uuid NOT NULL REFERENCES users,
  body text NOT NULL CHECK (length(body) BETWEEN 1 AND 2000),
  mentions uuid[] NOT NULL DEFAULT '{}'
);
CREATE INDEX case_notes_of_case ON case_notes (case_id, at DESC);

-- Outbox of loads: changes of purchases in open cases, in their order. A job applies and deletes them. Without a
-- transaction: a case was opened while a load may have been running.
CREATE TABLE case_changes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  case_id uuid NOT NULL REFERENCES cases ON DELETE CASCADE,
  transaction_id bigint
);
CREATE INDEX case_changes_of_case ON case_changes (case_id, id);

-- Messages to users about cases, until they are read.
CREATE TABLE case_notices (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  case_id uuid NOT NULL REFERENCES cases ON DELETE CASCADE,
  at timestamptz NOT NULL,
  text text NOT NULL CHECK (length(text) <= 300),
  read_at timestamptz
);
CREATE INDEX case_notices_unread ON case_notices (user_id, id) WHERE read_at IS NULL;
CREATE INDEX case_notices_by_time ON case_notices (at);

GRANT SELECT, INSERT, UPDATE, DELETE ON cases, case_purchases, case_changes, case_notices TO backoffice_app;
-- Notes are never edited.
GRANT SELECT, INSERT ON case_notes TO backoffice_app;

-- Held by a load until it commits: a job that gets it in shared mode reads transactions that no load is changing.
CREATE FUNCTION case_changes_lock() RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT hashtextextended('case changes', 0)
$$;
GRANT EXECUTE ON FUNCTION case_changes_lock() TO backoffice_app;

CREATE FUNCTION record_case_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(case_changes_lock());
  -- Most loads touch no purchase of a case.
  INSERT INTO case_changes (case_id, transaction_id)
  SELECT purchase.case_id, added.transaction_id
  FROM case_purchases AS purchase
  JOIN added ON added.transaction_id = purchase.transaction_id
  WHERE purchase.is_open AND purchase.transaction_id IS NOT NULL
    AND added.status IS DISTINCT FROM purchase.status_seen
  UNION ALL
  SELECT purchase.case_id, added.transaction_id
  FROM case_purchases AS purchase
  JOIN added ON (added.card_number, added.branch_code, added.receipt_no)
    = (purchase.card_number, purchase.branch_code, purchase.receipt_no)
  WHERE purchase.is_open AND purchase.transaction_id IS NULL
  ORDER BY 2;
  RETURN NULL;
END $$;
-- Named so that they run after those of `code_usage`, which let one load at a time through.
CREATE TRIGGER follow_cases_added AFTER INSERT ON transactions REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION record_case_changes();
CREATE TRIGGER follow_cases_corrected AFTER UPDATE ON transactions REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION record_case_changes();

CREATE FUNCTION label_of_case(of_id uuid) RETURNS text LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT 'C-' || lpad(case_no::text, greatest(6, length(case_no::text)), '0') FROM cases WHERE id = of_id
$$;
GRANT EXECUTE ON FUNCTION label_of_case(uuid) TO backoffice_app;

-- Permissions of the starter roles; copies keep theirs. Without a row to change, the version of the access stays.
DO $$
DECLARE
  added record;
BEGIN
  FOR added IN SELECT policies.id, values.statements FROM policies JOIN (VALUES
    ('Inquiry desk', '{case:view,case:create,case:update}'::text[]),
    ('Inquiry supervision', '{case:view-all,case:assign,case:resolve,case:export}'),
    ('Audit reading', '{case:view,case:view-all,case:export}')
  ) AS values (name, statements) USING (name) WHERE policies.is_system
  LOOP
    UPDATE policies SET statements = policies.statements || added.statements WHERE id = added.id;
  END LOOP;
END $$;
