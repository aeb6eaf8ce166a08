-- Of equal refusals the first is a row at once; those of the minute after it are one row that counts them.
ALTER TABLE audit_events ADD COLUMN count int NOT NULL DEFAULT 1 CHECK (count > 0);
GRANT INSERT (count) ON audit_events TO backoffice_app;
