-- Results that wait for a second person because their file looks like a search for a card number.

ALTER TABLE files
  -- Before the first hand-over; null: `uploaded_by`.
  ADD COLUMN original_uploader uuid REFERENCES users,
  -- Found by the dry run, in this file and the others of its uploader.
  ADD COLUMN repeats_last_four boolean NOT NULL DEFAULT false,
  ADD COLUMN held_at timestamptz,
  ADD COLUMN held_because text CHECK (held_because IN ('NOT_FOUND', 'SAME_LAST_FOUR')),
  -- The last decision: a refused result can be released later.
  ADD COLUMN hold_decision text CHECK (hold_decision IN ('RELEASED', 'REFUSED')),
  ADD COLUMN hold_decided_by uuid REFERENCES users,
  ADD COLUMN hold_decided_at timestamptz,
  ADD COLUMN hold_reason text CHECK (length(hold_reason) <= 200);

-- Valid rows of the files that a user uploaded on a day, by the last four digits of their card: 10,000 integers of 32 bits.
CREATE TABLE last_four_counts (
  user_id uuid NOT NULL REFERENCES users,
  day date NOT NULL,
  counts bytea NOT NULL CHECK (length(counts) = 40000),
  PRIMARY KEY (user_id, day)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON last_four_counts TO backoffice_app;
