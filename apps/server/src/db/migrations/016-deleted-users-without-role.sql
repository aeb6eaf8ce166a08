-- A deleted user keeps no role or policy from being deleted.

ALTER TABLE users ALTER COLUMN role_id DROP NOT NULL;
ALTER TABLE users DROP CONSTRAINT users_role_id_fkey;
ALTER TABLE users ADD CONSTRAINT users_role_id_fkey FOREIGN KEY (role_id) REFERENCES roles ON DELETE SET NULL;
ALTER TABLE users ADD CONSTRAINT users_role CHECK (role_id IS NOT NULL OR status = 'DELETED');
