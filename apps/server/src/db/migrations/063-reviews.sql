-- Access reviews: a snapshot of assignments, the decision about each, and what followed from it. Names are copied, so that
-- the evidence is the same after roles, policies and users are renamed or deleted.

CREATE TABLE reviews (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  version int NOT NULL DEFAULT 1,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
  scope text COLLATE "C" NOT NULL CHECK (scope IN ('ALL', 'ROLE', 'HIGH_RISK')),
  role_id uuid,
  role_name text,
  status text COLLATE "C" NOT NULL DEFAULT 'OPEN' CHECK (status IN ('OPEN', 'APPLYING', 'FINISHED', 'CANCELLED')),
  undecided text COLLATE "C" NOT NULL CHECK (undecided IN ('KEEP', 'REMOVE')),
  due_at timestamptz NOT NULL,
  started_by uuid NOT NULL REFERENCES users,
  started_by_name text NOT NULL,
  started_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- End of the decisions. Null: open.
  finished_at timestamptz,
  -- Null: the deadline.
  finished_by uuid REFERENCES users,
  finished_by_name text,
  cancel_reason text CHECK (length(cancel_reason) <= 200),
  use_recorded_since date NOT NULL,
  -- Due day that the last reminder of its kind was about.
  soon_mailed_for date,
  due_mailed_for date,
  CHECK ((scope = 'ROLE') = (role_id IS NOT NULL)),
  CHECK ((role_id IS NULL) = (role_name IS NULL)),
  CHECK ((status = 'OPEN') = (finished_at IS NULL)),
  CHECK ((status = 'CANCELLED') = (cancel_reason IS NOT NULL))
);
CREATE INDEX reviews_open ON reviews (due_at, id) WHERE status IN ('OPEN', 'APPLYING');
CREATE INDEX reviews_started_at ON reviews (started_at, id);
CREATE INDEX reviews_finished_at ON reviews (finished_at);

CREATE TABLE review_reviewers (
  review_id uuid NOT NULL REFERENCES reviews ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users,
  name text NOT NULL,
  PRIMARY KEY (review_id, user_id)
);
CREATE INDEX review_reviewers_user ON review_reviewers (user_id);

CREATE TABLE review_items (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  review_id uuid NOT NULL REFERENCES reviews ON DELETE CASCADE,
  version int NOT NULL DEFAULT 1,
  user_id uuid NOT NULL REFERENCES users,
  user_name text NOT NULL,
  department text,
  user_status text COLLATE "C" NOT NULL,
  last_sign_in_at timestamptz,
  is_dormant boolean NOT NULL,
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('role', 'policy')),
  grant_id uuid NOT NULL,
  grant_name text NOT NULL,
  -- Null: permanent. Not a reference: ended temporary access is removed with its role.
  temporary_id uuid,
  until timestamptz,
  permissions text[] NOT NULL,
  granted_by text,
  granted_at timestamptz,
  last_used_on date,
  is_use_complete boolean NOT NULL,
  others_total int NOT NULL,
  others_have int NOT NULL,
  conflicts jsonb NOT NULL,
  decision text COLLATE "C" CHECK (decision IN ('KEEP', 'REMOVE')),
  reason text CHECK (length(reason) <= 200),
  replacement_id uuid,
  replacement_name text,
  decided_by uuid REFERENCES users,
  decided_by_name text,
  decided_at timestamptz,
  outcome text COLLATE "C" CHECK (outcome IN ('KEPT', 'REMOVED', 'GONE', 'NOT_POSSIBLE')),
  outcome_detail text,
  outcome_at timestamptz,
  CHECK (num_nonnulls(decision, decided_by, decided_by_name, decided_at) IN (0, 4)),
  CHECK (decision IS DISTINCT FROM 'REMOVE' OR reason IS NOT NULL),
  CHECK (replacement_id IS NULL OR (decision = 'REMOVE' AND kind = 'role' AND temporary_id IS NULL)),
  CHECK ((temporary_id IS NULL) = (until IS NULL)),
  CHECK ((outcome IS NULL) = (outcome_at IS NULL))
);
CREATE INDEX review_items_of_review ON review_items (review_id, decision, user_id);
CREATE INDEX review_items_longest_unused ON review_items (review_id, coalesce(last_used_on, '0001-01-01'), id);
CREATE INDEX review_items_without_outcome ON review_items (review_id, id) WHERE outcome IS NULL;

-- Latest day in Manila on which a permission allowed a call of the user.
CREATE TABLE permission_use (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  permission text COLLATE "C" NOT NULL,
  last_used_on date NOT NULL,
  PRIMARY KEY (user_id, permission)
);

-- The first day of recording: that of this migration.
DO $$ BEGIN
  EXECUTE format('CREATE FUNCTION use_recorded_since() RETURNS date LANGUAGE sql IMMUTABLE RETURN %L::date',
    (now() AT TIME ZONE 'Asia/Manila')::date);
END $$;

CREATE FUNCTION label_of_review(of_id uuid) RETURNS text LANGUAGE sql STABLE SET search_path = public, pg_temp RETURN
  (SELECT name FROM reviews WHERE id = of_id);

-- Permissions of the starter policies; copies keep theirs. A statement that changes nothing would move the access version.
DO $$
DECLARE
  added record;
BEGIN
  FOR added IN SELECT policies.id, values.statement FROM policies JOIN (VALUES
    ('Access administration', 'review:*'), ('Audit reading', 'review:view')
  ) AS values (name, statement) USING (name)
  WHERE policies.is_system AND NOT values.statement = ANY (policies.statements)
  LOOP
    UPDATE policies SET statements = array_append(statements, added.statement) WHERE id = added.id;
  END LOOP;
END $$;

-- The application deletes neither reviews nor items: see below.
GRANT SELECT, INSERT, UPDATE ON reviews, review_items TO backoffice_app;
GRANT SELECT, INSERT, DELETE ON review_reviewers TO backoffice_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON permission_use TO backoffice_app;
GRANT EXECUTE ON FUNCTION use_recorded_since(), label_of_review(uuid) TO backoffice_app;

-- Deletes reviews that ended more than five years ago, with their items; it takes no date.
CREATE FUNCTION remove_old_reviews(most int) RETURNS int LANGUAGE plpgsql SECURITY DEFINER
SET search_path = public, pg_temp AS $$
DECLARE
  removed int;
BEGIN
  WITH old AS (
    SELECT id FROM reviews WHERE finished_at < now() - interval '5 years' AND status <> 'APPLYING'
    ORDER BY finished_at LIMIT least(most, 10000) FOR UPDATE SKIP LOCKED
  ), gone AS (
    DELETE FROM reviews USING old WHERE reviews.id = old.id RETURNING 1
  )
  SELECT count(*) INTO removed FROM gone;
  RETURN removed;
END $$;
-- breaks the former release: it does not know this function
REVOKE EXECUTE ON FUNCTION remove_old_reviews(int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION remove_old_reviews(int) TO backoffice_app;
