-- Who may do what, what was done, and what makes a repeated call harmless.
-- Migrations run as the owner; the application is another role and gets only what is granted here.

DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'backoffice_app') THEN
    CREATE ROLE backoffice_app NOLOGIN;
    EXECUTE format('GRANT backoffice_app TO %I', current_user);
  END IF;
END $$;

CREATE TABLE roles (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  version int NOT NULL DEFAULT 1,
  name text NOT NULL CHECK (length(name) <= 50),
  description text NOT NULL DEFAULT '',
  modules text[] NOT NULL,
  is_system boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX roles_name ON roles (lower(name));

CREATE TABLE policies (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  version int NOT NULL DEFAULT 1,
  name text NOT NULL CHECK (length(name) <= 60),
  description text NOT NULL DEFAULT '',
  statements text[] NOT NULL,
  risk text NOT NULL DEFAULT 'LOW' CHECK (risk IN ('LOW', 'HIGH')),
  is_system boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX policies_name ON policies (lower(name));

CREATE TABLE role_policies (
  role_id uuid NOT NULL REFERENCES roles ON DELETE CASCADE,
  policy_id uuid NOT NULL REFERENCES policies,
  PRIMARY KEY (role_id, policy_id)
);

CREATE TABLE users (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  version int NOT NULL DEFAULT 1,
  identity_sub text NOT NULL UNIQUE,
  email text NOT NULL UNIQUE CHECK (email = lower(email) AND length(email) <= 254),
  given_name text NOT NULL CHECK (length(given_name) <= 60),
  family_name text NOT NULL CHECK (length(family_name) <= 60),
  contact text CHECK (length(contact) <= 20),
  employee_no text CHECK (length(employee_no) <= 15),
  department text CHECK (length(department) <= 60),
  role_id uuid NOT NULL REFERENCES roles,
  status text NOT NULL DEFAULT 'PENDING' CHECK (status IN ('PENDING', 'ACTIVE', 'DISABLED', 'DELETED')),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX users_role ON users (role_id);

CREATE TABLE user_policies (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  policy_id uuid NOT NULL REFERENCES policies,
  PRIMARY KEY (user_id, policy_id)
);

-- One number that moves whenever anybody's access may have changed: the one row read on every call.
CREATE TABLE access_version (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  version bigint NOT NULL
);
INSERT INTO access_version (version) VALUES (1);

CREATE FUNCTION move_access_version() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE access_version SET version = version + 1;
  RETURN NULL;
END $$;

CREATE TRIGGER access_changed AFTER UPDATE OF status, role_id, identity_sub, given_name, family_name OR DELETE ON users
  FOR EACH STATEMENT EXECUTE FUNCTION move_access_version();
CREATE TRIGGER access_changed AFTER UPDATE OR DELETE ON roles
  FOR EACH STATEMENT EXECUTE FUNCTION move_access_version();
CREATE TRIGGER access_changed AFTER UPDATE OR DELETE ON policies
  FOR EACH STATEMENT EXECUTE FUNCTION move_access_version();
CREATE TRIGGER access_changed AFTER INSERT OR UPDATE OR DELETE ON role_policies
  FOR EACH STATEMENT EXECUTE FUNCTION move_access_version();
CREATE TRIGGER access_changed AFTER INSERT OR UPDATE OR DELETE ON user_policies
  FOR EACH STATEMENT EXECUTE FUNCTION move_access_version();

CREATE TABLE audit_events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Null: the system itself. No foreign key: the trail outlives what it tells of.
  actor_id uuid,
  actor_name text NOT NULL,
  action text NOT NULL,
  resource text NOT NULL,
  resource_id text,
  outcome text NOT NULL CHECK (outcome IN ('done', 'refused')),
  -- {field: [old, new]}
  changes jsonb NOT NULL DEFAULT '{}',
  reason text,
  request_id text
);
CREATE INDEX audit_events_resource ON audit_events (resource, resource_id, id);
CREATE INDEX audit_events_actor ON audit_events (actor_id, id);

CREATE TABLE idempotency_keys (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  endpoint text NOT NULL,
  key text NOT NULL CHECK (length(key) <= 100),
  request_hash bytea NOT NULL,
  reply jsonb,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, endpoint, key)
);
CREATE INDEX idempotency_keys_age ON idempotency_keys (created_at);

GRANT USAGE ON SCHEMA public TO backoffice_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON roles, policies, role_policies, users, user_policies, idempotency_keys
  TO backoffice_app;
GRANT SELECT ON access_version TO backoffice_app;
-- The trail can be added to and read, never changed, and its time is the database's.
GRANT SELECT, INSERT (actor_id, actor_name, action, resource, resource_id, outcome, changes, reason, request_id)
  ON audit_events TO backoffice_app;
