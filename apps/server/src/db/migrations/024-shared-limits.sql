-- Calls of each user and address in the current minute: web processes exchange their counts here about once a second.
-- Unlogged: a crash of the database forgets them, a minute later they are void anyway.
CREATE UNLOGGED TABLE call_counts (
  key text PRIMARY KEY CHECK (length(key) <= 100),
  calls int NOT NULL,
  ends_at timestamptz NOT NULL
) WITH (fillfactor = 50);
GRANT SELECT, INSERT, UPDATE, DELETE ON call_counts TO backoffice_app;

-- What one user may run at once is divided among the web processes that serve the same API.
ALTER TABLE processes ADD COLUMN apis text NOT NULL DEFAULT 'both' CHECK (apis IN ('both', 'user', 'operations'));

-- A process that starts looks whether the database has every migration that it needs.
GRANT SELECT ON migrations TO backoffice_app;
