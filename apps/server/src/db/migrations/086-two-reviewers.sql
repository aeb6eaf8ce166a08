-- A removal from a user with access permissions that the reviewer lacks needs the agreement of a second reviewer.
-- Decisions that another reviewer overturned are kept for the evidence.

ALTER TABLE reviews
  -- Access permissions that the starter held. Null: started before they were recorded, counts as none.
  ADD COLUMN started_with text[];

ALTER TABLE review_items
  ADD COLUMN needs_second boolean NOT NULL DEFAULT false,
  -- Access permissions that `decided_by` held. Null: decided before they were recorded, counts as none.
  ADD COLUMN decided_with text[],
  -- Another reviewer who agrees with the removal.
  ADD COLUMN agreed_by uuid REFERENCES users,
  ADD COLUMN agreed_by_name text,
  ADD COLUMN agreed_at timestamptz,
  ADD COLUMN agreed_reason text;
ALTER TABLE review_items
  ADD CONSTRAINT review_items_agreement CHECK (num_nonnulls(agreed_by, agreed_by_name, agreed_at, agreed_reason) IN (0, 4))
    NOT VALID;

CREATE TABLE overturned_decisions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  item_id uuid NOT NULL REFERENCES review_items ON DELETE CASCADE,
  decision text COLLATE "C" NOT NULL CHECK (decision IN ('KEEP', 'REMOVE')),
  reason text,
  replacement_name text,
  decided_by uuid NOT NULL REFERENCES users,
  decided_by_name text NOT NULL,
  decided_at timestamptz NOT NULL,
  agreed_by_name text,
  agreed_at timestamptz,
  agreed_reason text,
  overturned_by uuid NOT NULL REFERENCES users,
  overturned_by_name text NOT NULL,
  overturned_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  overturned_reason text NOT NULL
);
CREATE INDEX overturned_decisions_of_item ON overturned_decisions (item_id, id);
GRANT SELECT, INSERT ON overturned_decisions TO backoffice_app;

-- The demo's use lies before the day of the migration that began to record it.
DO $$ BEGIN
  EXECUTE format('CREATE OR REPLACE FUNCTION use_recorded_since() RETURNS date LANGUAGE sql STABLE
    SET search_path = public, pg_temp RETURN least(%L::date, (SELECT min(last_used_on) FROM permission_use))',
    use_recorded_since());
END $$;
