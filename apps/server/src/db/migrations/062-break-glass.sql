-- Roles whose users may take this role at once in an emergency, for a short time.

ALTER TABLE roles ADD COLUMN break_glass_for uuid[] NOT NULL DEFAULT '{}';
