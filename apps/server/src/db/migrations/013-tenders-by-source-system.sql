-- A source system has a quarter of the rows: ordering by it and the id sorted them all, as `tenders_key` lacks the id.
CREATE INDEX tenders_by_source_system ON tenders (source_system, id) WHERE deleted_at IS NULL;
