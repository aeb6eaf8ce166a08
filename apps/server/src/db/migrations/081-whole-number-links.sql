-- Links to files of other users with whole card numbers: each works once, for a minute. A link has the token, the table
-- its SHA-256.
CREATE TABLE whole_number_links (
  token_hash bytea PRIMARY KEY,
  source_filekey uuid NOT NULL REFERENCES files ON DELETE CASCADE,
  content text NOT NULL,
  format text NOT NULL CHECK (format IN ('csv', 'xlsx')),
  user_id uuid NOT NULL REFERENCES users,
  expires_at timestamptz NOT NULL
);
CREATE INDEX whole_number_links_of_file ON whole_number_links (source_filekey);
CREATE INDEX whole_number_links_by_time ON whole_number_links (expires_at);
GRANT SELECT, INSERT, DELETE ON whole_number_links TO backoffice_app;
