-- True for an import whose upload has a card number, null if unknown, which counts as true: not read, or not all of it.
ALTER TABLE files ADD COLUMN holds_cards boolean;
