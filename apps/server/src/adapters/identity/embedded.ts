import { INVITATION_MS } from '@backoffice/contract/users'
import {
  createIdentityProvider,
  type IdentityMessage,
  type IdentityOptions,
  type IdentityProvider,
  WrongKeyError,
} from '@backoffice/identity'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { StartError } from '../../config/start-error.ts'
import type { Clock } from '../../kernel/clock.ts'
import { HIDDEN_FROM_DOCS } from '../../kernel/served-apis.ts'
import type { Message } from '../mail/outbox.ts'
import { type Identity, lazily, rememberVerified, type TokenVerifier, toClaims } from './identity.ts'

/** Must never change, because the pool id is part of every stored password verifier. */
export const EMBEDDED_POOL = {
  userPoolId: 'ap-southeast-1_embedded1',
  userPoolClientId: 'embeddedclient00000000001',
  issuer: 'urn:backoffice:identity:ap-southeast-1_embedded1',
  path: '/idp/',
} as const

export type EmbeddedOptions = {
  pool: pg.Pool
  key: Buffer
  clock: Clock
  /** By default required only of users who have a second factor. */
  mfa?: NonNullable<IdentityOptions['mfa']>
  /** Requests with passwords or codes per address; the provider has a default. */
  signInCallsPerMinute?: number
  /** Origin of the application, for the link in an invitation. Without it there is no link. */
  publicUrl?: string | null
  /** Receives the mails and SMS. */
  outbox?: { add: (message: Message) => void | Promise<void> } | null
  /** Called when the provider itself ended sessions, e.g. after a password reset. */
  onSessionsEnded?: NonNullable<IdentityOptions['onSessionsEnded']>
  /** Called after the provider's response with each sign-in and change of a password or second factor. */
  onSecurityEvent?: NonNullable<IdentityOptions['onSecurityEvent']>
  onError: (error: unknown) => void
}

export function createEmbeddedProvider({
  pool,
  key,
  clock,
  mfa = 'optional',
  signInCallsPerMinute,
  publicUrl = null,
  outbox,
  onSessionsEnded = async () => {},
  onSecurityEvent = async () => {},
  onError,
}: EmbeddedOptions): IdentityProvider {
  return createIdentityProvider({
    pool,
    key,
    mfa,
    userPoolId: EMBEDDED_POOL.userPoolId,
    clientId: EMBEDDED_POOL.userPoolClientId,
    issuer: EMBEDDED_POOL.issuer,
    clock: () => clock.now().getTime(),
    lifetimes: { temporaryPasswordMs: INVITATION_MS },
    ...(signInCallsPerMinute && {
      limits: { perAddress: { count: signInCallsPerMinute, windowMs: 60_000 } },
    }),
    deliver: async (message) => {
      await outbox?.add({ at: clock.now(), to: message.to, ...toMail(message, publicUrl) })
    },
    onSessionsEnded,
    onSecurityEvent,
    onError,
  })
}

function toMail(message: IdentityMessage, publicUrl: string | null): { subject: string; text: string } {
  switch (message.kind) {
    case 'reset-code':
      return { subject: 'Your code', text: `Code to reset your password: ${message.code}` }
    case 'sign-in-code':
      return { subject: 'Your sign-in code', text: `Code to sign in: ${message.code}` }
    case 'temporary-password':
      return {
        subject: 'Your temporary password',
        text: [
          `Sign in with ${message.password} and choose your own.`,
          `The password is valid until ${endOfInvitation(message.expiresAt)}.`,
          ...(publicUrl === null ? [] : [`${publicUrl}/login`]),
        ].join('\n\n'),
      }
  }
}

const endOfInvitation = (at: Date) =>
  at.toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'Asia/Manila' })

/** Adapts the embedded provider to `Identity`. */
export function embeddedIdentity(provider: IdentityProvider): Identity {
  const { userPoolId, userPoolClientId, path } = EMBEDDED_POOL
  return {
    browser: { userPoolId, userPoolClientId, endpoint: path },
    foreignOrigin: null,
    verifyToken: createTokenVerifier(provider),
    sessions: {
      list: async (sub) => {
        const found = await provider.listSessions(sub)
        return found.map(({ id, createdAt, lastUsedAt, userAgent = null, ip: address = null }) => ({
          id,
          createdAt,
          lastUsedAt,
          userAgent,
          address,
        }))
      },
      revoke: (sub, id) => provider.revokeSession(sub, id),
      revokeOthers: (sub, currentId, since) => provider.revokeOtherSessions(sub, currentId, since),
      revokeAll: (sub) => provider.revokeAllSessions(sub),
    },
    administration: lazily(async () => {
      const { CognitoIdentityProviderClient } = await import('@aws-sdk/client-cognito-identity-provider')
      const { createAdministration } = await import('./administration.ts')
      const { lockedAmong, failedSignIns } = provider
      const client = new CognitoIdentityProviderClient(provider.adminClientConfig)
      return createAdministration(client, userPoolId, { lockedAmong, failedSignIns })
    }),
    mount: (app) => mountProvider(app, provider),
    warmUp: () => provider.warmUp().catch(explainWrongKey),
    checkKeys: () => provider.warmUp(),
    close: () => provider.close(),
  }
}

function explainWrongKey(error: unknown): never {
  if (!(error instanceof WrongKeyError)) throw error
  throw new StartError(
    'The identity key does not match this database. Every process needs the key of the first one, from IDENTITY_KEY or keys.json in DATA_DIR.',
    { cause: error },
  )
}

export function createTokenVerifier(provider: IdentityProvider): TokenVerifier {
  const verify: TokenVerifier = async (token) => {
    try {
      return toClaims(await provider.verifyIdToken(token))
    } catch (error) {
      if ((error as { type?: string }).type === 'NotAuthorizedException') return null
      throw error
    }
  }
  return rememberVerified(verify, { keys: provider.jwks, now: provider.now })
}

/** The endpoint of the browser's library. Admin operations are not exposed. */
function mountProvider(app: FastifyInstance, provider: IdentityProvider): void {
  app.register(async (routes) => {
    routes.removeAllContentTypeParsers()
    routes.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 32 * 1024 }, (_request, body, done) =>
      done(null, body),
    )
    const { path } = EMBEDDED_POOL
    routes.post<{ Body: string | undefined }>(path, HIDDEN_FROM_DOCS, async (request, reply) => {
      const target = request.headers['x-amz-target']
      const result = await provider.handle({
        target: typeof target === 'string' ? target : undefined,
        body: request.body ?? '',
        ip: request.ip,
        userAgent: request.headers['user-agent'],
      })
      // The body is already serialized.
      return reply.status(result.status).headers(result.headers).serializer(String).send(result.body)
    })
    // External verifiers of tokens need the active key, and former keys until their last token expires.
    routes.get(`${path}.well-known/jwks.json`, HIDDEN_FROM_DOCS, async (_request, reply) =>
      reply.header('cache-control', 'public, max-age=60').send(await provider.jwks()),
    )
  })
}
