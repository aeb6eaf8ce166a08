-- Guesses are counted when an inquiry finishes: rows that were not found, whatever else the file has.

-- Not-found rows of the files of a user that finished on a day. `counts`: by the last four digits of their card, 10,000
-- integers of 32 bits. `same_last_four`: most of them over 30 days that share their last four digits.
CREATE TABLE guess_counts (
  user_id uuid NOT NULL REFERENCES users,
  day date NOT NULL,
  counts bytea NOT NULL CHECK (length(counts) = 40000),
  not_found int NOT NULL DEFAULT 0,
  same_last_four int NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, day)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON guess_counts TO backoffice_app;

ALTER TABLE files DROP CONSTRAINT files_held_because_check,
  ADD CONSTRAINT files_held_because_check
    CHECK (held_because IN ('NOT_FOUND', 'NOT_FOUND_IN_A_DAY', 'SAME_LAST_FOUR')) NOT VALID;
-- `last_four_counts` and `files.repeats_last_four` stay until the next release: processes of the former one still
-- write and read them.

-- Masked copies of results showed damaged card numbers. They are made again on their next request.
-- breaks the former release: it makes them again too
DELETE FROM file_copies WHERE copy LIKE 'result_masked.%';
