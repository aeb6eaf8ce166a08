/** Printable text; null when absent. */
export type Caller = { ip: string | null; userAgent: string | null }

export type SecurityEventKind =
  | 'sign-in-succeeded'
  | 'sign-in-failed'
  /** A password or code, right or wrong, was given while the account was locked. */
  | 'sign-in-locked'
  /** Refused by the throttle of the address, before any account is read. */
  | 'request-throttled'
  /** The password was right, and another step is required. */
  | 'sign-in-challenged'
  | 'signed-out-everywhere'
  | 'reset-requested'
  | 'reset-completed'
  | 'reset-failed'
  | 'password-changed'
  | 'password-change-failed'
  | 'temporary-password-replaced'
  | 'authenticator-set-up'
  | 'second-factor-changed'

/** Contains no password, code, token or typed name. */
export type SecurityEvent = {
  kind: SecurityEventKind
  at: Date
  /** Null if no account has the typed name, or none was looked up. */
  sub: string | null
  caller: Caller
  /** Cause of a failure, or name of a challenge. */
  reason: string | null
  /** `origin_jti` of the session that began. */
  sessionId: string | null
}
