-- Inquiries for one card, account or reference, their answers, and the card numbers that were revealed.

-- Names a card where its number must not stand: in the audit trail, in a past inquiry, in a call to reveal it.
ALTER TABLE cards ADD COLUMN card_id uuid NOT NULL DEFAULT gen_random_uuid();
CREATE UNIQUE INDEX cards_id ON cards (card_id);

-- References are stored in upper case or compared so; both kinds of reference are looked for at once.
CREATE INDEX transactions_rrn ON transactions (rrn, business_date) WHERE rrn IS NOT NULL;
CREATE INDEX transactions_receipt_no ON transactions (receipt_no, business_date) WHERE receipt_no IS NOT NULL;

ALTER TABLE inquiries
  DROP CONSTRAINT inquiries_mode_check,
  ADD CONSTRAINT inquiries_mode_check CHECK (mode IN ('CARD', 'ACCOUNT', 'REFERENCE', 'FILE')),
  ALTER COLUMN source_filekey DROP NOT NULL,
  ALTER COLUMN partial DROP NOT NULL,
  -- A masked card, an account number or a reference; none of a file.
  ADD COLUMN subject text CHECK (length(subject) <= 40),
  ADD COLUMN card_id uuid,
  ADD COLUMN criteria jsonb,
  -- As it was given, with masked cards.
  ADD COLUMN answer jsonb,
  ADD COLUMN outcome text CHECK (outcome IN
    ('FOUND', 'CARD_NOT_FOUND', 'ACCOUNT_NOT_FOUND', 'REFERENCE_NOT_FOUND', 'NO_TRANSACTIONS', 'FILTERED_OUT')),
  ADD COLUMN rows int,
  ADD CONSTRAINT inquiries_of_files CHECK ((mode = 'FILE') = (source_filekey IS NOT NULL)),
  ADD CONSTRAINT inquiries_with_answers CHECK (mode = 'FILE'
    OR (subject, criteria, answer, outcome, rows, date_from, date_to, ticket_no) IS NOT NULL);

CREATE TABLE card_reveals (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  card_id uuid NOT NULL,
  revealed_by uuid NOT NULL REFERENCES users,
  revealed_at timestamptz NOT NULL,
  reason text NOT NULL CHECK (reason IN ('MEMBER_COMPLAINT', 'RECONCILIATION', 'FRAUD_REVIEW', 'AUDIT', 'OTHER')),
  ticket_no text NOT NULL CHECK (length(ticket_no) <= 30)
);
CREATE INDEX card_reveals_of_user ON card_reveals (revealed_by, revealed_at);
CREATE INDEX card_reveals_by_time ON card_reveals (revealed_at);
GRANT SELECT, INSERT ON card_reveals TO backoffice_app;
