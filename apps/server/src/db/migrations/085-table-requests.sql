-- Lookup table whose rows a request changes: only users who may view it decide. Null for other requests, and for those of
-- the former release.
ALTER TABLE approvals ADD COLUMN table_name text COLLATE "C";

-- Latest mail to a user about requests to decide. `is_due`: more requests have come since.
CREATE TABLE decider_mails (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  mailed_at timestamptz NOT NULL,
  is_due boolean NOT NULL DEFAULT false
);
CREATE INDEX decider_mails_due ON decider_mails (mailed_at) WHERE is_due;
GRANT SELECT, INSERT, UPDATE ON decider_mails TO backoffice_app;
