import type pg from 'pg'
import type { Caller, SecurityEvent } from './events.ts'
import { DEFAULT_POLICY, type PasswordPolicy } from './passwords/policy.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

export type IdentityMessage =
  | { kind: 'reset-code'; to: string; username: string; code: string; expiresAt: Date }
  /** `to` is a telephone number. */
  | { kind: 'sign-in-code'; to: string; username: string; code: string; expiresAt: Date }
  | { kind: 'temporary-password'; to: string; username: string; password: string; expiresAt: Date }

type Lifetimes = {
  tokensMs: number
  refreshMs: number
  challengeMs: number
  codeMs: number
  /** Time from issuing an authenticator's secret to its first code, for a signed-in user. */
  authenticatorSetUpMs: number
  temporaryPasswordMs: number
  /** Maximum age of a sign-in that can change the second factor. */
  recentSignInMs: number
}

type Limits = {
  /** Requests of one address with credentials or codes; the browser library sends two per sign-in. */
  perAddress: { count: number; windowMs: number }
  /** Reset codes per account. */
  resetCodes: { count: number; windowMs: number }
  /** Consecutive unanswered sign-in codes by SMS per account. */
  signInCodes: { count: number; windowMs: number }
}

/** Sessions of a user that an operation ended. */
export type SessionEndNotice = {
  sub: string
  at: Date
  /** All sessions that began before this time, a whole second as `auth_time`. Null if only `sessionIds` ended. */
  before: Date | null
  /** `origin_jti` of sessions that began later. */
  sessionIds: string[]
  caller: Caller
}

export type IdentityOptions = {
  /** Runs as a role without DDL rights (see `migrateIdentity`). */
  pool: pg.Pool
  /** `<region>_<name>`. The name is hashed into every verifier and can never change. */
  userPoolId: string
  clientId: string
  issuer: string
  /** 32 bytes, stored outside the database. Encrypts the secrets in the database. */
  key: Buffer
  /**
   * Second factors: `off`, `optional` (for users who have set one up) or `required` (users without one set up an
   * authenticator at the next sign-in).
   */
  mfa?: 'off' | 'optional' | 'required'
  /** Sends codes and temporary passwords. Must not log them. */
  deliver: (message: IdentityMessage) => Promise<void>
  /**
   * Called before the response when an operation ended sessions, so that other verifiers can reject their unexpired
   * tokens. Not called for the provider's own methods, such as `revokeSession`.
   */
  onSessionsEnded?: (notice: SessionEndNotice) => Promise<void>
  /** Called after the response for each event of a security log. Administration is not reported. */
  onSecurityEvent?: (event: SecurityEvent) => Promise<void>
  /** Milliseconds since 1970. */
  clock?: () => number
  lifetimes?: Partial<Lifetimes>
  limits?: Partial<Limits>
  passwordPolicy?: Partial<PasswordPolicy>
  /** Receives internal errors, never errors of the caller. They contain no secrets. */
  onError?: (error: unknown) => void
}

export type Settings = Required<Omit<IdentityOptions, 'key' | 'lifetimes' | 'limits' | 'passwordPolicy'>> & {
  poolName: string
  lifetimes: Lifetimes
  limits: Limits
  passwordPolicy: PasswordPolicy
}

const DEFAULT_LIFETIMES: Lifetimes = {
  tokensMs: HOUR,
  refreshMs: 30 * DAY,
  challengeMs: 3 * MINUTE,
  codeMs: HOUR,
  authenticatorSetUpMs: 15 * MINUTE,
  temporaryPasswordMs: 7 * DAY,
  recentSignInMs: 10 * MINUTE,
}

const DEFAULT_LIMITS: Limits = {
  perAddress: { count: 120, windowMs: MINUTE },
  resetCodes: { count: 5, windowMs: HOUR },
  signInCodes: { count: 10, windowMs: HOUR },
}

export function settingsOf({ key: _, ...options }: IdentityOptions): Settings {
  const [, poolName] = /^[\w-]+_([0-9a-zA-Z]+)$/.exec(options.userPoolId) ?? []
  // The longest id that the older browser library accepts.
  if (!poolName || options.userPoolId.length > 55) throw new Error('userPoolId must look like region_Name')
  return {
    clock: Date.now,
    mfa: 'optional',
    onSessionsEnded: async () => {},
    onSecurityEvent: async () => {},
    onError: (error) => console.error('identity:', error),
    ...options,
    poolName,
    lifetimes: { ...DEFAULT_LIFETIMES, ...options.lifetimes },
    limits: { ...DEFAULT_LIMITS, ...options.limits },
    passwordPolicy: { ...DEFAULT_POLICY, ...options.passwordPolicy },
  }
}
