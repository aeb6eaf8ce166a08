-- A user's row is written first, the identity provider is told by a job: until then the row has no identity.

ALTER TABLE users ALTER COLUMN identity_sub DROP NOT NULL;
ALTER TABLE users ADD COLUMN last_sign_in_at timestamptz;
ALTER TABLE users ADD COLUMN status_reason text CHECK (length(status_reason) <= 200);

-- A deleted user's e-mail may be invited again, as another user.
ALTER TABLE users DROP CONSTRAINT users_email_key;
CREATE UNIQUE INDEX users_email ON users (email) WHERE status <> 'DELETED';
-- In the order of the list.
CREATE INDEX users_name ON users (lower(given_name || ' ' || family_name) COLLATE "C", id) WHERE status <> 'DELETED';

ALTER TABLE user_policies ADD COLUMN granted_by uuid;
ALTER TABLE user_policies ADD COLUMN granted_at timestamptz DEFAULT now();
CREATE INDEX user_policies_policy ON user_policies (policy_id);
CREATE INDEX role_policies_policy ON role_policies (policy_id);

ALTER TABLE users ADD COLUMN updated_by uuid REFERENCES users;
ALTER TABLE roles ADD COLUMN updated_by uuid REFERENCES users;
ALTER TABLE policies ADD COLUMN updated_by uuid REFERENCES users;

-- What the identity provider is to be told about a user, in the order of the ids; a row stays until it was told.
CREATE TABLE provider_actions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  action text NOT NULL CHECK (action IN
    ('create', 'update', 'enable', 'disable', 'delete', 'reset', 'resend', 'authenticator', 'end-sessions')),
  -- Failed: the provider refused it, or was tried for a day. Not tried again before somebody asks for it.
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'failed')),
  attempts int NOT NULL DEFAULT 0,
  detail text CHECK (length(detail) <= 500),
  next_attempt_at timestamptz NOT NULL DEFAULT now(),
  requested_by uuid,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX provider_actions_user ON provider_actions (user_id, id);
CREATE INDEX provider_actions_due ON provider_actions (next_attempt_at) WHERE state = 'waiting';

GRANT SELECT, INSERT, UPDATE, DELETE ON provider_actions TO backoffice_app;
