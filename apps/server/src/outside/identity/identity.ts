import type { RuntimeConfig } from '@backoffice/contract/runtime-config'
import type { FastifyInstance } from 'fastify'

/** What the product needs of an identity provider, whichever it is. */
export type Identity = {
  /** What the browser's library has to know to sign somebody in. */
  browser: RuntimeConfig['identity']
  /** An origin other than ours that the browser calls to sign in; null when it calls us. */
  foreignOrigin: string | null
  verifyToken: TokenVerifier
  /** Null where the provider keeps no list that could be shown. */
  sessions: Sessions | null
  /** Loads what administration needs: most processes never do it. */
  administration: () => Promise<Administration>
  /** Adds the routes that the browser's library calls, where they are ours. */
  mount: (app: FastifyInstance) => void
  /** Gets the keys, off the first call's path. Throws when our own database does not give them. */
  warmUp: () => Promise<void>
  close: () => Promise<void>
}

export type TokenClaims = {
  sub: string
  email: string
  /** Unix seconds. */
  exp: number
  /** The sign-in that the token comes from. */
  sessionId: string | null
  /** Unix seconds of that sign-in, whatever renewals followed; 0 where the token does not say. */
  signedInAt: number
}

/** Null for anything but a valid identity token of our pool and client: expired, foreign, or of another kind. */
export type TokenVerifier = (token: string) => Promise<TokenClaims | null>

export type Session = { id: string; createdAt: Date; lastUsedAt: Date; userAgent: string | null }

export type Sessions = {
  /** Those of one person that can still be renewed, used last first. */
  list: (sub: string) => Promise<Session[]>
  /** False when the person has no such session; one that is ended already is ended. */
  revoke: (sub: string, id: string) => Promise<boolean>
  /** All but the one named. Answers those that began at `since` or later, renewable or not. */
  revokeOthers: (sub: string, kept: string | null, since: Date) => Promise<string[]>
  /** None of those there are now can be renewed any more. */
  revokeAll: (sub: string) => Promise<void>
}

export type Administration = {
  /**
   * The person behind an e-mail, invited when there is none. An invitation carries a temporary password by
   * mail; who has not used the last one gets another.
   */
  invite: (person: { email: string; givenName: string; familyName: string }) => Promise<Invitation>
}

/** `invited`: a mail is on its way; `known`: the person has a password of their own already. */
export type Invitation = { sub: string; outcome: 'invited' | 'known' }

/** The claims that the product reads; null when one of those it cannot do without is missing. */
export function claimsOf(payload: Readonly<Record<string, unknown>>): TokenClaims | null {
  const { sub, email, exp, origin_jti: sessionId, auth_time: signedInAt } = payload
  if (typeof sub !== 'string' || typeof exp !== 'number') return null
  return {
    sub,
    email: String(email),
    exp,
    sessionId: typeof sessionId === 'string' ? sessionId : null,
    signedInAt: typeof signedInAt === 'number' ? signedInAt : 0,
  }
}
