-- What a process says of itself with each heartbeat; empty from a release that says nothing.
ALTER TABLE processes ADD COLUMN figures jsonb NOT NULL DEFAULT '{}';
