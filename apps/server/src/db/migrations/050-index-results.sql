-- Index of the chunk's lines in the result, written with them. Null for results of former releases.
-- `blocks`: per 32 rows the offset of the first line, and their outcomes. `last_fours`: per row the last four digits.
ALTER TABLE inquiry_chunks ADD COLUMN blocks bytea, ADD COLUMN last_fours bytea;
