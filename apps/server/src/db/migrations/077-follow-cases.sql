-- Cases follow their purchases by comparing them when the ledger's version has changed, instead of by an outbox that
-- triggers of the transactions fill.

-- breaks the former release: its processes no longer close cases; the job of this one does
DROP TRIGGER follow_cases_added ON transactions;
DROP TRIGGER follow_cases_corrected ON transactions;
-- breaks the former release: only its triggers called the function
DROP FUNCTION record_case_changes();
-- `case_changes` and `case_changes_lock()` stay until the next release: processes of the former one still write and
-- read them.

-- Unlike any version of a ledger: what the outbox still holds is found by the first comparison.
UPDATE ledger_readers SET version = -1 WHERE name = 'cases';
