import { randomUUID } from 'node:crypto'
import { api } from '@backoffice/contract/api'
import type { RuntimeConfig } from '@backoffice/contract/runtime-config'
import fastifyHelmet from '@fastify/helmet'
import fastifyUnderPressure from '@fastify/under-pressure'
import Fastify, { type FastifyServerOptions, LogController } from 'fastify'
import { serializerCompiler } from 'fastify-type-provider-zod'
import type { Clock } from './adapters/clock.ts'
import type { Identity } from './adapters/identity/identity.ts'
import { mountOutbox, type Outbox } from './adapters/mail/outbox.ts'
import type { LocalStorage } from './adapters/storage/local-storage.ts'
import { mountStorageRoutes } from './adapters/storage/storage-routes.ts'
import type { Config } from './config.ts'
import type { Database } from './db/client.ts'
import type { SendJob } from './jobs/queue.ts'
import { type Authenticate, createAuthenticate } from './kernel/authenticate.ts'
import { answerTo, sendRefusal } from './kernel/error-pipe.ts'
import { Refusal } from './kernel/errors.ts'
import { mountHealth } from './kernel/health.ts'
import { refuseForeignHost, refuseMalformedHost } from './kernel/host.ts'
import { limitCalls } from './kernel/limit-calls.ts'
import { logCall } from './kernel/log.ts'
import { mount } from './kernel/mount.ts'
import { documentApis } from './kernel/openapi.ts'
import { PERMISSIONS_POLICY } from './kernel/permissions-policy.ts'
import { createRefusals } from './kernel/refusals.ts'
import { createTurns } from './kernel/take-turns.ts'
import { validatorCompiler } from './kernel/validate.ts'
import { accessHandlers } from './resources/access/access.routes.ts'
import { accountHandlers } from './resources/account/account.routes.ts'
import { dashboardHandlers } from './resources/dashboard/dashboard.routes.ts'
import type { FileEvents } from './resources/files/file-events.ts'
import { filesHandlers } from './resources/files/files.routes.ts'
import { findUpload } from './resources/files/files.store.ts'
import { filekeyOfUpload } from './resources/files/object-keys.ts'
import { inquiriesHandlers } from './resources/inquiries/inquiries.routes.ts'
import { preferencesHandlers } from './resources/preferences/preferences.routes.ts'
import { serveWeb } from './web/serve-web.ts'

export const BASES = { user: '/api/user', operations: '/api/operations' } as const

const BODY_LIMIT_BYTES = 64 * 1024

export type Parts = {
  config: Pick<
    Config,
    'webDist' | 'rateLimitPerMinute' | 'files' | 'apiDocs' | 'buildCheckMs' | 'lockAfterMs'
  >
  db: Database
  clock: Clock
  storage: LocalStorage
  storageSecret: Buffer
  identity: Identity
  /** Null where mail and SMS are really sent. */
  outbox: Outbox | null
  sendJob: SendJob
  events: (authenticate: Authenticate) => FileEvents
  logger?: FastifyServerOptions['logger']
}

/** The whole web process: what it serves, in the order it is asked. */
export async function buildApp(parts: Parts) {
  const { config, db, clock, storage, storageSecret, identity, outbox, sendJob } = parts
  const app = Fastify({
    logger: parts.logger ?? false,
    genReqId: () => randomUUID(),
    bodyLimit: BODY_LIMIT_BYTES,
    rewriteUrl: ({ url = '/' }) => decodable(url),
    forceCloseConnections: true,
    logController: new LogController({ disableRequestLogging: true }),
    // A part of 8 MB at 256 kbit/s; longer is no upload.
    requestTimeout: 300_000,
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler((error, request, reply) => sendRefusal(request, reply, answerTo(error, request)))
  app.setNotFoundHandler((request, reply) => sendRefusal(request, reply, new Refusal('not_found')))
  app.addHook('onRequest', refuseMalformedHost)
  if (identity.foreignOrigin === null) app.addHook('onRequest', refuseForeignHost)
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-request-id', request.id)
    reply.header('permissions-policy', PERMISSIONS_POLICY)
  })
  app.addHook('onResponse', logCall)

  await app.register(fastifyHelmet, {
    contentSecurityPolicy: { useDefaults: false, directives: policyFor(identity.foreignOrigin) },
    hsts: false,
  })
  await app.register(fastifyUnderPressure, { maxEventLoopDelay: 1_000, pressureHandler: refuseUnderPressure })
  mountHealth(app, db)
  if (config.apiDocs) await documentApis(app)

  const authenticate = createAuthenticate(db, identity.verifyToken)
  const events = parts.events(authenticate)
  app.addHook('preClose', () => events.close())

  const refusals = createRefusals({
    db,
    clock,
    onError: (error) => app.log.error({ err: error }, 'refusals not recorded'),
  })
  app.addHook('onClose', () => refusals.close())

  await app.register(async (limited) => {
    const countCall = await limitCalls(limited, config.rateLimitPerMinute)
    const kernel = { db, authenticate, countCall, inTurn: createTurns(), refusals, bases: BASES }
    const limits = config.files
    mount(limited, kernel, 'access', api.access, accessHandlers)
    mount(limited, kernel, 'files', api.files, filesHandlers({ db, storage, clock, sendJob, events, limits }))
    mount(limited, kernel, 'inquiries', api.inquiries, inquiriesHandlers({ db, clock, sendJob }))
    mount(limited, kernel, 'dashboard', api.dashboard, dashboardHandlers({ db, clock }))
    mount(limited, kernel, 'account', api.account, accountHandlers({ clock, sessions: identity.sessions }))
    mount(limited, kernel, 'preferences', api.preferences, preferencesHandlers({ db }))
    identity.mount(limited)
    const findByKey = async (key: string) => {
      const filekey = filekeyOfUpload(key)
      return filekey === undefined ? undefined : findUpload(db, filekey)
    }
    const { inTurn } = kernel
    const links = { storage, secret: storageSecret, clock, findUpload: findByKey }
    mountStorageRoutes(limited, { ...links, countCall, inTurn })
  })
  if (outbox) mountOutbox(app, outbox)
  await serveWeb(app, config.webDist, runtimeConfig(config, identity))
  return app
}

function runtimeConfig({ buildCheckMs, lockAfterMs }: Parts['config'], identity: Identity): RuntimeConfig {
  return {
    userApi: BASES.user,
    operationsApi: BASES.operations,
    buildCheckMs,
    lockAfterMs,
    identity: identity.browser,
  }
}

/** A path that is no valid escape of anything, such as `/100%`, leads nowhere: it is no error of another kind. */
function decodable(url: string): string {
  const [path = '', ...query] = url.split('?')
  try {
    decodeURI(path)
    return url
  } catch {
    return [path.replaceAll('%', '%25'), ...query].join('?')
  }
}

const SELF = ["'self'"]

/**
 * Nothing inline but what a page of ours is known to bring, nothing from elsewhere; calls only to us, and to the
 * identity provider if it is not ours.
 */
function policyFor(identityOrigin: string | null) {
  return { ...POLICY, 'connect-src': identityOrigin === null ? SELF : [...SELF, identityOrigin] }
}

const POLICY = {
  'default-src': SELF,
  'script-src': SELF,
  'style-src': SELF,
  'img-src': ["'self'", 'data:'],
  'object-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': SELF,
  'frame-ancestors': ["'none'"],
}

function refuseUnderPressure() {
  throw new Refusal('unavailable')
}
