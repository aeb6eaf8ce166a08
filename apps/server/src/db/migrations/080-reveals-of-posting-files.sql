-- Whole numbers in files for the posting team are reveals with a quota of their own.
ALTER TABLE card_reveals ADD COLUMN use text NOT NULL DEFAULT 'screen' CHECK (use IN ('screen', 'posting'));
