-- Earlier inquiries of a card, with what they found: stored results are removed after 90 days, the count is not.

-- Pending transactions of a single inquiry; null for files, and for inquiries run by former releases.
ALTER TABLE inquiries ADD COLUMN pending int;
-- breaks the former release: inquiries wait while the index is built; it leaves out those without a card
CREATE INDEX inquiries_of_card ON inquiries (card_id, created_at DESC, id) WHERE card_id IS NOT NULL;
