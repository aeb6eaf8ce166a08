-- Access that ends by the database's clock, next to the permanent access in users, role_policies and user_policies, which
-- it never changes: when a temporary role ends, the permanent one applies again.

CREATE TABLE temporary_access (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  -- A role replaces the user's own while it is in force, a policy is added.
  role_id uuid REFERENCES roles,
  policy_id uuid REFERENCES policies,
  -- Modules that come with a policy.
  modules text[] NOT NULL DEFAULT '{}',
  granted_by uuid,
  approval_id uuid,
  reason text NOT NULL CHECK (length(reason) <= 200),
  ticket_no text CHECK (length(ticket_no) <= 30),
  is_break_glass boolean NOT NULL DEFAULT false,
  starts_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  until timestamptz NOT NULL,
  -- Null until the end is recorded, at most a minute after it. Access ends at `until` in any case.
  ended_at timestamptz,
  ended_because text CHECK (ended_because IN ('EXPIRED', 'WITHDRAWN', 'REPLACED')),
  CHECK (num_nonnulls(role_id, policy_id) = 1),
  CHECK (role_id IS NULL OR modules = '{}'),
  CHECK (num_nonnulls(ended_at, ended_because) IN (0, 2)),
  CHECK (until > starts_at AND until <= starts_at + interval '90 days'),
  CHECK (NOT is_break_glass OR until <= starts_at + interval '8 hours')
);
CREATE UNIQUE INDEX temporary_access_role ON temporary_access (user_id) WHERE role_id IS NOT NULL AND ended_at IS NULL;
CREATE UNIQUE INDEX temporary_access_policy ON temporary_access (user_id, policy_id)
  WHERE policy_id IS NOT NULL AND ended_at IS NULL;
CREATE INDEX temporary_access_user ON temporary_access (user_id);
CREATE INDEX temporary_access_of_role ON temporary_access (role_id) WHERE role_id IS NOT NULL;
CREATE INDEX temporary_access_of_policy ON temporary_access (policy_id) WHERE policy_id IS NOT NULL;
CREATE INDEX temporary_access_until ON temporary_access (until) WHERE ended_at IS NULL;

CREATE TRIGGER access_changed AFTER INSERT OR UPDATE OR DELETE ON temporary_access
  FOR EACH STATEMENT EXECUTE FUNCTION move_access_version();

GRANT SELECT, INSERT, UPDATE, DELETE ON temporary_access TO backoffice_app;
