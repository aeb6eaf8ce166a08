import { createIdentityProvider, type IdentityMessage, type IdentityProvider } from '@backoffice/identity'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { HIDDEN } from '../../kernel/hidden.ts'
import type { Clock } from '../clock.ts'
import type { Outbox } from '../mail/outbox.ts'
import type { TokenVerifier } from './identity.ts'

/** Part of the data: the pool's name is hashed into every stored password. It can never change. */
export const EMBEDDED_POOL = {
  userPoolId: 'ap-southeast-1_embedded1',
  userPoolClientId: 'embeddedclient00000000001',
  issuer: 'urn:backoffice:identity:ap-southeast-1_embedded1',
  path: '/idp/',
} as const

type Options = {
  pool: pg.Pool
  key: Buffer
  clock: Clock
  outbox?: Outbox
  onError: (error: unknown) => void
}

export function createEmbeddedIdentity({ pool, key, clock, outbox, onError }: Options): IdentityProvider {
  return createIdentityProvider({
    pool,
    key,
    userPoolId: EMBEDDED_POOL.userPoolId,
    clientId: EMBEDDED_POOL.userPoolClientId,
    issuer: EMBEDDED_POOL.issuer,
    clock: () => clock.now().getTime(),
    deliver: async (message) => outbox?.add({ at: clock.now(), to: message.to, ...inWords(message) }),
    onError,
  })
}

function inWords(message: IdentityMessage): { subject: string; text: string } {
  if (message.kind === 'reset-code') {
    return { subject: 'Your code', text: `Code to reset your password: ${message.code}` }
  }
  return { subject: 'Your temporary password', text: `Sign in with ${message.password} and choose your own.` }
}

export function verifierOf(provider: IdentityProvider): TokenVerifier {
  return async (token) => {
    try {
      const { sub, email, exp } = await provider.verifyIdToken(token)
      return sub && exp ? { sub, email: String(email), exp } : null
    } catch (error) {
      if ((error as { type?: string }).type === 'NotAuthorizedException') return null
      throw error
    }
  }
}

/** The browser library speaks to this address; admin operations are not reachable here. */
export function mountIdentity(app: FastifyInstance, provider: IdentityProvider): void {
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
      })
      // The answer is JSON text already.
      return reply.status(answer.status).headers(answer.headers).serializer(String).send(answer.body)
    })
  })
}
