import type { Endpoint } from '@backoffice/contract/endpoint'
import Fastify from 'fastify'
import type { Database } from '../db/client.ts'
import { NO_APPROVALS } from '../kernel/approvals.ts'
import type { AuditEvent } from '../kernel/audit.ts'
import { systemClock } from '../kernel/clock.ts'
import { createConcurrencyLimit } from '../kernel/concurrency-limit.ts'
import { resolveError, sendProblem } from '../kernel/error-handler.ts'
import { type Handlers, mount } from '../kernel/mount.ts'
import { NO_CONFIRMATIONS } from '../kernel/recent-sign-in.ts'
import { replySerializer } from '../kernel/serialize-reply.ts'

/** An application with only these endpoints, below `/u` and `/o`. One user makes every call. */
export function mountGroup<Group extends Record<string, Endpoint>>(
  db: Database,
  group: Group,
  handlers: Handlers<Group>,
  callerId: string = crypto.randomUUID(),
) {
  const app = Fastify()
  app.setSerializerCompiler(replySerializer)
  app.setErrorHandler((error, request, reply) => sendProblem(request, reply, resolveError(error, request)))
  const refused: AuditEvent[] = []
  const kernel = {
    db,
    clock: systemClock,
    authenticate: async () => ({
      id: callerId,
      name: 'A Caller',
      status: 'ACTIVE' as const,
      access: { modules: [], policies: [] },
      permanent: { modules: [], policies: [] },
      nextEnd: null,
      needsAuthenticator: false,
      accessVersion: '1',
      tokenExpiresAt: 0,
      identity: { sub: callerId, sessionId: null, signedInAt: 0 },
    }),
    confirmAccess: async () => {},
    checkRateLimit: async () => {},
    limitConcurrency: createConcurrencyLimit(),
    approvals: NO_APPROVALS,
    findGrant: async () => () => null,
    noteSession: null,
    permissionUse: { record: () => {} },
    sessionUse: { record: () => {} },
    confirmations: NO_CONFIRMATIONS,
    refusalAudit: { record: async ({ event }: { event: AuditEvent }) => void refused.push(event) },
    bases: { user: '/u', operations: '/o' },
  }
  mount(app, kernel, 'things', group, handlers)
  return { app, refused }
}
