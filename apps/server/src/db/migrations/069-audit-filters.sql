-- SECURITY_ACTIONS of the contract, with the end of one session and the check of an authenticator.
-- breaks the former release: it only reads the log more slowly, until the index below is built
DROP INDEX audit_events_security;
-- breaks the former release: its actions are among these
CREATE INDEX audit_events_security ON audit_events (at, id) WHERE action IN (
  'sign-in.succeed', 'sign-in.fail', 'sign-in.lock', 'sign-in.challenge', 'session.end', 'session.end-current',
  'session.end-others', 'session.end-all', 'user.end-session', 'user.end-sessions', 'user.reset-password',
  'user.request-reset', 'user.complete-reset', 'user.change-password', 'user.choose-password',
  'user.set-up-authenticator', 'user.change-second-factor', 'user.check-authenticator');

-- The filter by address, in the order of the list. Events of imports, the bulk of the trail, have no address.
-- breaks the former release: it does not know this index
CREATE INDEX audit_events_address ON audit_events (client_address, at, id) WHERE client_address IS NOT NULL;

-- The last time that the identity provider refused to describe the user's authenticator.
ALTER TABLE users ADD COLUMN authenticator_refused_at timestamptz;
