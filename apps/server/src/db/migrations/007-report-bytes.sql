-- What errors.csv and rejected.csv of a dry run take in the storage; they count as stored until they are removed.
ALTER TABLE files ADD COLUMN report_bytes bigint NOT NULL DEFAULT 0;
