-- without a transaction: calls write the trail while its index is built

-- Left by an attempt that failed.
DROP INDEX CONCURRENTLY IF EXISTS audit_events_security_new;
-- SECURITY_ACTIONS of the contract, with confirmations.
CREATE INDEX CONCURRENTLY audit_events_security_new ON audit_events (at, id) WHERE action IN (
  'sign-in.succeed', 'sign-in.fail', 'sign-in.lock', 'sign-in.challenge', 'sign-in.confirm-identity', 'session.end',
  'session.end-current', 'session.end-others', 'session.end-all', 'user.end-session', 'user.end-sessions',
  'user.reset-password', 'user.request-reset', 'user.complete-reset', 'user.change-password', 'user.choose-password',
  'user.set-up-authenticator', 'user.change-second-factor', 'user.check-authenticator');
DROP INDEX CONCURRENTLY IF EXISTS audit_events_security;
-- breaks the former release: it names no index
ALTER INDEX audit_events_security_new RENAME TO audit_events_security;
