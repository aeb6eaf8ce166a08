import {
  createIdentityProvider,
  type IdentityMessage,
  type IdentityOptions,
  type IdentityProvider,
} from '@backoffice/identity'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { HIDDEN } from '../../kernel/hidden.ts'
import type { Clock } from '../clock.ts'
import type { Message } from '../mail/message.ts'
import { claimsOf, type Identity, type TokenVerifier } from './identity.ts'

/** Part of the data: the pool's name is hashed into every stored password. It can never change. */
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
  /** Of whom a second factor is asked; of those who have set one up unless told otherwise. */
  mfa?: NonNullable<IdentityOptions['mfa']>
  /** Takes what a mail or SMS service would carry. */
  outbox?: { add: (message: Message) => void | Promise<void> } | null
  /** Told when sessions ended at the provider without the product's doing. */
  onSessionsEnded?: NonNullable<IdentityOptions['onSessionsEnded']>
  onError: (error: unknown) => void
}

export function createEmbeddedIdentity({
  pool,
  key,
  clock,
  mfa = 'optional',
  outbox,
  onSessionsEnded = async () => {},
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
    deliver: async (message) => {
      await outbox?.add({ at: clock.now(), to: message.to, ...inWords(message) })
    },
    onSessionsEnded,
    onError,
  })
}

function inWords(message: IdentityMessage): { subject: string; text: string } {
  switch (message.kind) {
    case 'reset-code':
      return { subject: 'Your code', text: `Code to reset your password: ${message.code}` }
    case 'sign-in-code':
      return { subject: 'Your sign-in code', text: `Code to sign in: ${message.code}` }
    case 'temporary-password':
      return {
        subject: 'Your temporary password',
        text: `Sign in with ${message.password} and choose your own.`,
      }
  }
}

/** The embedded provider as the product sees any. */
export function embeddedIdentity(provider: IdentityProvider): Identity {
  const { userPoolId, userPoolClientId, path } = EMBEDDED_POOL
  return {
    browser: { userPoolId, userPoolClientId, endpoint: path },
    foreignOrigin: null,
    verifyToken: verifierOf(provider),
    sessions: {
      list: async (sub) => {
        const found = await provider.listSessions(sub)
        return found.map(({ id, createdAt, lastUsedAt, userAgent = null }) => ({
          id,
          createdAt,
          lastUsedAt,
          userAgent,
        }))
      },
      revoke: (sub, id) => provider.revokeSession(sub, id),
      revokeOthers: (sub, kept, since) => provider.revokeOtherSessions(sub, kept, since),
      revokeAll: (sub) => provider.revokeAllSessions(sub),
    },
    async administration() {
      const { CognitoIdentityProviderClient } = await import('@aws-sdk/client-cognito-identity-provider')
      const { administrationOf } = await import('./administration.ts')
      return administrationOf(new CognitoIdentityProviderClient(provider.adminClientConfig), userPoolId)
    },
    mount: (app) => mountIdentity(app, provider),
    warmUp: () => provider.warmUp(),
    close: () => provider.close(),
  }
}

export function verifierOf(provider: IdentityProvider): TokenVerifier {
  return async (token) => {
    try {
      return claimsOf(await provider.verifyIdToken(token))
    } catch (error) {
      if ((error as { type?: string }).type === 'NotAuthorizedException') return null
      throw error
    }
  }
}

/** The browser library speaks to this address; admin operations are not reachable here. */
function mountIdentity(app: FastifyInstance, provider: IdentityProvider): void {
  app.register(async (routes) => {
    routes.removeAllContentTypeParsers()
    routes.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 32 * 1024 }, (_request, body, done) =>
      done(null, body),
    )
    routes.post<{ Body: string | undefined }>(EMBEDDED_POOL.path, HIDDEN, async (request, reply) => {
      const target = request.headers['x-amz-target']
      const answer = await provider.handle({
        target: typeof target === 'string' ? target : undefined,
        body: request.body ?? '',
        ip: request.ip,
        userAgent: request.headers['user-agent'],
      })
      // The answer is JSON text already.
      return reply.status(answer.status).headers(answer.headers).serializer(String).send(answer.body)
    })
  })
}
