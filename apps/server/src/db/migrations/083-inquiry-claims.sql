-- Single inquiries that are running. Each may find nothing, so it counts against the quota before its look-up.
CREATE TABLE inquiry_claims (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users,
  claimed_at timestamptz NOT NULL
);
CREATE INDEX inquiry_claims_user ON inquiry_claims (user_id);
GRANT SELECT, INSERT, DELETE ON inquiry_claims TO backoffice_app;
