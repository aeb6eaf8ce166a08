-- Roles that require an authenticator, and which users have one. Only the identity provider's replies set the latter.

ALTER TABLE roles ADD COLUMN requires_second_factor boolean NOT NULL DEFAULT false;

ALTER TABLE users ADD COLUMN has_authenticator boolean NOT NULL DEFAULT false;
-- Null until the first reply, which a worker reads after the sign-in.
ALTER TABLE users ADD COLUMN authenticator_checked_at timestamptz;

CREATE TRIGGER authenticator_changed AFTER UPDATE OF has_authenticator ON users
  FOR EACH ROW WHEN (OLD.has_authenticator IS DISTINCT FROM NEW.has_authenticator)
  EXECUTE FUNCTION move_access_version();
