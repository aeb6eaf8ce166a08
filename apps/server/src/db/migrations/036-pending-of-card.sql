-- A reply to an inquiry always reports the pending transactions of its card that its range and filters leave out.
-- breaks the former release: loads wait for one pass over the transactions; few of them are pending
CREATE INDEX transactions_pending_of_card ON transactions (card_number) WHERE status = 'PENDING';
