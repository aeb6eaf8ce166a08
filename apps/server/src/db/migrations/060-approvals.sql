-- Changes that a second person approves. Rules say which; a request keeps the whole call until it is decided.

CREATE TABLE approval_rules (
  kind text COLLATE "C" PRIMARY KEY
    CHECK (kind IN ('HIGH_RISK_GRANT', 'MASTER_DELETE', 'BIN_RANGE', 'TERMINAL_MOVE', 'MASS_CHANGE')),
  version int NOT NULL DEFAULT 1,
  is_on boolean NOT NULL DEFAULT false,
  -- Number above which the rule applies; null: always.
  threshold int CHECK (threshold > 0)
);
INSERT INTO approval_rules (kind, threshold) VALUES
  ('HIGH_RISK_GRANT', NULL), ('MASTER_DELETE', NULL), ('BIN_RANGE', NULL), ('TERMINAL_MOVE', 10), ('MASS_CHANGE', 500);

CREATE TABLE approvals (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  kind text COLLATE "C" NOT NULL CHECK (kind IN
    ('HIGH_RISK_GRANT', 'MASTER_DELETE', 'BIN_RANGE', 'TERMINAL_MOVE', 'MASS_CHANGE', 'ACCESS', 'BREAK_GLASS',
     'RULES')),
  status text COLLATE "C" NOT NULL DEFAULT 'PENDING' CHECK (status IN
    ('PENDING', 'EXECUTED', 'REJECTED', 'WITHDRAWN', 'EXPIRED', 'STALE', 'FAILED')),
  what text NOT NULL,
  endpoint text COLLATE "C" NOT NULL,
  -- Whole and unmasked, for the execution; removed with the decision.
  input jsonb,
  resource text COLLATE "C" NOT NULL,
  -- Records of the call: one pending request per record and endpoint.
  records text[] NOT NULL,
  -- Users who gain or lose access, who may not decide.
  subjects uuid[] NOT NULL DEFAULT '{}',
  count int NOT NULL,
  unit text NOT NULL,
  is_high_risk boolean NOT NULL,
  -- Hash of the effects: an approval applies to exactly these.
  effects_hash bytea NOT NULL,
  impact jsonb,
  changes jsonb NOT NULL,
  changes_total int NOT NULL,
  -- Records of the call that were refused on their own.
  refused int NOT NULL DEFAULT 0,
  reason text CHECK (length(reason) <= 200),
  ticket_no text CHECK (length(ticket_no) <= 30),
  requested_by uuid NOT NULL REFERENCES users,
  requested_at timestamptz NOT NULL,
  -- Null for break-glass access, which waits until it is reviewed.
  expires_at timestamptz,
  -- Null for an operator and the system.
  decided_by uuid REFERENCES users,
  decided_at timestamptz,
  decision_reason text,
  CHECK ((status = 'PENDING') = (decided_at IS NULL)),
  CHECK ((status = 'PENDING') = (input IS NOT NULL))
);
CREATE INDEX approvals_pending ON approvals (expires_at, id) WHERE status = 'PENDING';
CREATE INDEX approvals_pending_records ON approvals USING gin (records) WHERE status = 'PENDING';
CREATE INDEX approvals_requested_at ON approvals (requested_at, id);
CREATE INDEX approvals_requester ON approvals (requested_by, requested_at, id);
CREATE INDEX approvals_decided_at ON approvals (decided_at, id);

-- Rows that a user changed without approval, for the rules that count over 24 hours.
CREATE TABLE change_counts (
  user_id uuid NOT NULL REFERENCES users,
  kind text COLLATE "C" NOT NULL,
  scope text COLLATE "C" NOT NULL,
  at timestamptz NOT NULL,
  count int NOT NULL CHECK (count > 0)
);
CREATE INDEX change_counts_recent ON change_counts (user_id, kind, scope, at);

CREATE FUNCTION label_of_approval(of_id uuid) RETURNS text LANGUAGE sql STABLE SET search_path = public, pg_temp RETURN
  (SELECT what FROM approvals WHERE id = of_id);

ALTER TABLE audit_events ADD COLUMN approved_by_id uuid, ADD COLUMN approved_by_name text;
-- The person who approved the work of a file.
ALTER TABLE files ADD COLUMN approved_by_id uuid, ADD COLUMN approved_by_name text;

-- A statement that changes nothing would move the access version too.
DO $$ BEGIN
  IF EXISTS (SELECT FROM policies WHERE is_system AND name = 'Access administration') THEN
    UPDATE policies SET statements = array_append(statements, 'approval:decide')
    WHERE is_system AND name = 'Access administration' AND NOT 'approval:decide' = ANY (statements);
  END IF;
END $$;

GRANT INSERT (approved_by_id, approved_by_name) ON audit_events TO backoffice_app;
GRANT SELECT, INSERT, UPDATE ON approvals TO backoffice_app;
GRANT SELECT, UPDATE ON approval_rules TO backoffice_app;
GRANT EXECUTE ON FUNCTION label_of_approval(uuid) TO backoffice_app;
GRANT SELECT, INSERT, DELETE ON change_counts TO backoffice_app;

-- The application may not delete requests. This function of the owner deletes those that ended more than five years ago;
-- it takes no date.
CREATE FUNCTION remove_old_approvals(most int) RETURNS int LANGUAGE plpgsql SECURITY DEFINER
SET search_path = public, pg_temp AS $$
DECLARE
  removed int;
BEGIN
  WITH old AS (
    SELECT id FROM approvals WHERE decided_at < now() - interval '5 years'
    ORDER BY decided_at LIMIT least(most, 10000) FOR UPDATE SKIP LOCKED
  ), gone AS (
    DELETE FROM approvals USING old WHERE approvals.id = old.id RETURNING 1
  )
  SELECT count(*) INTO removed FROM gone;
  RETURN removed;
END $$;
-- breaks the former release: it does not know this function
REVOKE EXECUTE ON FUNCTION remove_old_approvals(int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION remove_old_approvals(int) TO backoffice_app;
