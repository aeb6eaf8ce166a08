import type pg from 'pg'
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
  /** From handing out an authenticator's secret to its first code, for somebody signed in. */
  authenticatorSetUpMs: number
  temporaryPasswordMs: number
}

type Limits = {
  /** Requests of one address that try credentials or codes; a sign-in of the browser library is two. */
  perAddress: { count: number; windowMs: number }
  /** Reset codes one account can ask for. */
  resetCodes: { count: number; windowMs: number }
  /** Sign-in codes sent to one account's telephone without one of them being answered. */
  signInCodes: { count: number; windowMs: number }
}

/** Which sessions of a user have just ended; all others go on. */
export type SessionsEnded = {
  sub: string
  at: Date
  /** A whole second, as tokens tell the time of their sign-in: all that began before it. Null: only those named. */
  before: Date | null
  /** By their tokens' `origin_jti`: those that began later. */
  sessionIds: string[]
}

export type IdentityOptions = {
  /** Runs as a role without DDL rights: see `migrateIdentity`. */
  pool: pg.Pool
  /** `<region>_<name>`. The part after the underscore is hashed into every verifier: it can never change. */
  userPoolId: string
  clientId: string
  issuer: string
  /** 32 bytes, kept outside the database; without it nothing stored can be used. */
  key: Buffer
  /**
   * Whether a second factor is asked for: never, of who has set one up, or of everybody, who then has to set up an
   * authenticator at the next sign-in.
   */
  mfa?: 'off' | 'optional' | 'required'
  /** Hands codes and temporary passwords to whatever carries them. Must not log them. */
  deliver: (message: IdentityMessage) => Promise<void>
  /**
   * Called when an operation ended sessions, before its answer is given: tokens that are checked elsewhere are good
   * until they expire, unless they are refused there. Not called for the provider's own methods, such as `revokeSession`.
   */
  onSessionsEnded?: (ended: SessionsEnded) => Promise<void>
  /** Milliseconds since 1970. */
  clock?: () => number
  lifetimes?: Partial<Lifetimes>
  limits?: Partial<Limits>
  passwordPolicy?: Partial<PasswordPolicy>
  /** Faults of ours, never the caller's; what it is given holds no secret. */
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
}

const DEFAULT_LIMITS: Limits = {
  perAddress: { count: 120, windowMs: MINUTE },
  resetCodes: { count: 5, windowMs: HOUR },
  signInCodes: { count: 10, windowMs: HOUR },
}

export function settingsOf({ key: _, ...options }: IdentityOptions): Settings {
  const [, poolName] = /^[\w-]+_([0-9a-zA-Z]+)$/.exec(options.userPoolId) ?? []
  // 55 is the longest id the older browser library accepts.
  if (!poolName || options.userPoolId.length > 55) throw new Error('userPoolId must look like region_Name')
  return {
    clock: Date.now,
    mfa: 'optional',
    onSessionsEnded: async () => {},
    onError: (error) => console.error('identity:', error),
    ...options,
    poolName,
    lifetimes: { ...DEFAULT_LIFETIMES, ...options.lifetimes },
    limits: { ...DEFAULT_LIMITS, ...options.limits },
    passwordPolicy: { ...DEFAULT_POLICY, ...options.passwordPolicy },
  }
}
