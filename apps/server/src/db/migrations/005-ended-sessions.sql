-- A session that was ended is over on the next call, although its tokens have not run out.

CREATE TABLE ended_sessions (
  -- The `origin_jti` of its tokens.
  session_id text PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  ended_at timestamptz NOT NULL,
  -- By then its last token has run out.
  forget_after timestamptz NOT NULL
);
CREATE INDEX ended_sessions_user ON ended_sessions (user_id);
CREATE INDEX ended_sessions_past ON ended_sessions (forget_after);

-- Whole seconds, as tokens tell when their sign-in was; an earlier one is over. Null: none was ended that way.
ALTER TABLE users ADD COLUMN signed_in_after timestamptz;

-- By row: what is ended already can be ended again and again, and moves nothing.
CREATE TRIGGER access_changed AFTER INSERT ON ended_sessions
  FOR EACH ROW EXECUTE FUNCTION move_access_version();
CREATE TRIGGER sessions_ended AFTER UPDATE OF signed_in_after ON users
  FOR EACH ROW WHEN (OLD.signed_in_after IS DISTINCT FROM NEW.signed_in_after)
  EXECUTE FUNCTION move_access_version();

-- Open event streams are looked at again at once.
CREATE OR REPLACE FUNCTION move_access_version() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE access_version SET version = version + 1;
  NOTIFY access_changed;
  RETURN NULL;
END $$;

GRANT SELECT, INSERT, DELETE ON ended_sessions TO backoffice_app;
