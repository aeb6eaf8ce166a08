-- A second sign-in with which the user of a session confirmed their identity. Counts for ten minutes.
CREATE TABLE sign_in_confirmations (
  -- User pool of the provider.
  pool text COLLATE "C" NOT NULL,
  session_id text COLLATE "C" NOT NULL,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  -- Of the second sign-in.
  signed_in_at timestamptz NOT NULL,
  PRIMARY KEY (pool, session_id)
);
CREATE INDEX sign_in_confirmations_user ON sign_in_confirmations (user_id);
GRANT SELECT, INSERT, UPDATE, DELETE ON sign_in_confirmations TO backoffice_app;

-- Calls of a session that were refused for lack of a recent sign-in, until it is confirmed. After ten minutes they are
-- one security event.
CREATE TABLE sign_in_questions (
  pool text COLLATE "C" NOT NULL,
  session_id text COLLATE "C" NOT NULL,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  -- First of the calls, and their number.
  asked_at timestamptz NOT NULL,
  calls int NOT NULL DEFAULT 1,
  client_address text,
  device text,
  PRIMARY KEY (pool, session_id)
);
CREATE INDEX sign_in_questions_age ON sign_in_questions (asked_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON sign_in_questions TO backoffice_app;

-- The last call of each session, within a minute.
CREATE TABLE session_use (
  session_id text COLLATE "C" PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  last_used_at timestamptz NOT NULL,
  forget_after timestamptz NOT NULL
);
CREATE INDEX session_use_user ON session_use (user_id);
CREATE INDEX session_use_age ON session_use (forget_after);
GRANT SELECT, INSERT, UPDATE, DELETE ON session_use TO backoffice_app;
