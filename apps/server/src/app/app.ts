import { randomUUID } from 'node:crypto'
import { api } from '@backoffice/contract/api'
import type { RuntimeConfig } from '@backoffice/contract/runtime-config'
import fastifyHelmet from '@fastify/helmet'
import fastifyUnderPressure from '@fastify/under-pressure'
import Fastify, { type FastifyRequest, type FastifyServerOptions, LogController } from 'fastify'
import type { EvidenceKey } from '../adapters/evidence-key.ts'
import type { Identity } from '../adapters/identity/identity.ts'
import { mountOutbox, type Outbox } from '../adapters/mail/outbox.ts'
import type { OpenStorage } from '../adapters/storage/create-storage.ts'
import { filekeyOfUpload } from '../adapters/storage/object-keys.ts'
import type { Config } from '../config/config.ts'
import type { Database } from '../db/client.ts'
import type { Ledger } from '../db/ledger.ts'
import { accessHandlers, explainHandlers } from '../features/access/access.routes.ts'
import { createFindGrant } from '../features/access/allowed-by.ts'
import { confirmAccess, createAuthentication } from '../features/access/authenticate.ts'
import { createSignInCheck } from '../features/access/read-authenticator.ts'
import { accountHandlers } from '../features/account/account.routes.ts'
import { createConfirmations } from '../features/account/confirmations.store.ts'
import { approvalsHandlers } from '../features/approvals/approvals.routes.ts'
import { createApprovalGate } from '../features/approvals/gate.ts'
import { auditHandlers } from '../features/audit/audit.routes.ts'
import { cardsHandlers } from '../features/cards/cards.routes.ts'
import { casesHandlers } from '../features/cases/cases.routes.ts'
import { dashboardHandlers } from '../features/dashboard/dashboard.routes.ts'
import { historyHandlers } from '../features/history/history.routes.ts'
import { inquiriesHandlers } from '../features/inquiries/inquiries.routes.ts'
import { optionsHandlers } from '../features/lookup-tables/options.routes.ts'
import { preferencesHandlers } from '../features/preferences/preferences.routes.ts'
import { replyTemplatesHandlers } from '../features/reply-templates/reply-templates.routes.ts'
import { reviewsHandlers } from '../features/reviews/reviews.routes.ts'
import { searchHandlers } from '../features/search/search.routes.ts'
import { createNoteSession } from '../features/security-log/security-events.ts'
import { statusHandlers } from '../features/status/status.routes.ts'
import { viewsHandlers } from '../features/views/views.routes.ts'
import { fixesHandlers } from '../files/check/fixes.routes.ts'
import { filesHandlers } from '../files/files.routes.ts'
import { columnsHandlers } from '../files/match/columns.routes.ts'
import type { FileEvents } from '../files/tracked/file-events.ts'
import { findUpload } from '../files/tracked/files.store.ts'
import { mountRevealLinks } from '../files/tracked/reveal-links.ts'
import type { SendJob } from '../jobs/queue.ts'
import type { Authenticate } from '../kernel/caller.ts'
import type { Clock } from '../kernel/clock.ts'
import { createConcurrencyLimit } from '../kernel/concurrency-limit.ts'
import type { CountedAudit } from '../kernel/counted-audit.ts'
import {
  rejectUnknownAddresses,
  rejectUnparsable,
  resolveError,
  sendProblem,
} from '../kernel/error-handler.ts'
import { HttpError } from '../kernel/errors.ts'
import { rejectForeignHost, rejectMalformedHost } from '../kernel/host.ts'
import { childLoggerFactory, logCall } from '../kernel/logging.ts'
import { mount } from '../kernel/mount.ts'
import { observeCalls } from '../kernel/observe-calls.ts'
import { registerApiDocs } from '../kernel/openapi/openapi.ts'
import { createPermissionUse } from '../kernel/permission-use.ts'
import { createCallCounter, createCallCounts, registerRateLimit } from '../kernel/rate-limit.ts'
import { createReadiness, mountHealth, type Readiness } from '../kernel/readiness.ts'
import { acceptEmptyJson, limitBodyTime } from '../kernel/request-bodies.ts'
import { contentSecurityPolicy, PERMISSIONS_POLICY } from '../kernel/security-headers.ts'
import { replySerializer } from '../kernel/serialize-reply.ts'
import { API_BASES, rejectOtherApis, servedBases } from '../kernel/served-apis.ts'
import { createSessionUse } from '../kernel/session-use.ts'
import type { Traces } from '../telemetry/call-context.ts'
import { createTelemetry, type Telemetry } from '../telemetry/telemetry.ts'
import { addApprovableGroups } from './approvable-groups.ts'
import { serveWeb } from './serve-web.ts'

const BODY_LIMIT_BYTES = 64 * 1024
/** Limit for the body of a call; uploads have `requestTimeout`. */
const BODY_TIMEOUT_MS = 30_000

type AppDeps = {
  config: Pick<
    Config,
    | 'webDist'
    | 'apis'
    | 'rateLimitPerMinute'
    | 'holds'
    | 'quotas'
    | 'files'
    | 'apiDocs'
    | 'maxEventLoopDelayMs'
    | 'buildCheckMs'
    | 'lockAfterMs'
    | 'trustedProxies'
    | 'hstsSeconds'
    | 'breakGlassHours'
    | 'replyLinkHosts'
    | 'requestLimits'
  >
  db: Database
  ledger: Ledger
  clock: Clock
  files: OpenStorage
  identity: Identity
  /** Null with a cloud pool, which sends its own mail and SMS. */
  outbox: Outbox | null
  sendJob: SendJob
  /** Closed with the application. */
  countedAudit: CountedAudit
  /** Null without a configured key. */
  evidenceKey: EvidenceKey | null
  events: (authenticate: Authenticate) => FileEvents
  logger?: FastifyServerOptions['logger']
  readiness?: Readiness
  telemetry?: Telemetry
  /** Timeout of the body of a call. */
  bodyTimeoutMs?: number
  traces?: Traces | null
  /** Number of web processes, including this one. */
  webProcesses?: () => number
}

/** The web process with its hooks, APIs, storage and the web application. */
export async function buildApp(deps: AppDeps) {
  const { config, db, ledger, clock, identity, outbox, sendJob, evidenceKey } = deps
  const { telemetry = createTelemetry(), readiness = createReadiness() } = deps
  const { storage } = deps.files
  const app = Fastify({
    logger: deps.logger ?? false,
    genReqId: () => randomUUID(),
    childLoggerFactory,
    bodyLimit: BODY_LIMIT_BYTES,
    rewriteUrl: ({ url = '/' }) => toDecodableUrl(url),
    // Finishes calls in progress, and a new one on the same connection.
    return503OnClosing: false,
    clientErrorHandler: rejectUnparsable,
    // Longer than any URL, so that an id of any length is validated rather than rejected with 414.
    routerOptions: { maxParamLength: 20_000, ignoreTrailingSlash: true },
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    // Enough for a part of 8 MB at 256 kbit/s.
    requestTimeout: 300_000,
    // Longer than a balancer's, so that it does not send a call on a connection that is closing.
    keepAliveTimeout: 130_000,
    // Accepts forwarded address, scheme and host from balancers only.
    trustProxy: config.trustedProxies.length > 0 && config.trustedProxies,
  })
  app.setSerializerCompiler(replySerializer)
  app.setErrorHandler((error, request, reply) => sendProblem(request, reply, resolveError(error, request)))
  rejectUnknownAddresses(app)
  acceptEmptyJson(app)
  observeCalls(app, { telemetry, traces: deps.traces ?? null })
  // First, so that error replies and streams have the headers too.
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    reply.header('permissions-policy', PERMISSIONS_POLICY)
    if (config.hstsSeconds > 0 && request.protocol === 'https')
      reply.header('strict-transport-security', `max-age=${config.hstsSeconds}; includeSubDomains`)
  })
  app.addHook('onRequest', rejectMalformedHost)
  if (identity.foreignOrigin === null) app.addHook('onRequest', rejectForeignHost)
  app.addHook('onResponse', logCall)

  await app.register(fastifyHelmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: contentSecurityPolicy(identity.foreignOrigin, storage.browserOrigin),
    },
    // Set above, over HTTPS only.
    hsts: false,
  })
  await app.register(fastifyUnderPressure, {
    maxEventLoopDelay: config.maxEventLoopDelayMs,
    pressureHandler: rejectUnderPressure,
  })
  mountHealth(app, readiness)
  if (config.apiDocs) await registerApiDocs(app)

  const { authenticate, findSignIn } = createAuthentication(
    db,
    identity.verifyToken,
    createSignInCheck({ db, administration: identity.administration }),
  )
  const events = deps.events(authenticate)
  app.addHook('preClose', () => events.close())

  app.addHook('onClose', () => deps.countedAudit.close())
  const permissionUse = createPermissionUse({
    db,
    clock,
    onError: (error) => app.log.error({ err: error }, 'use of permissions not recorded'),
  })
  app.addHook('onClose', () => permissionUse.close())
  const sessionUse = createSessionUse({
    db,
    clock,
    onError: (error) => app.log.error({ err: error }, 'use of sessions not recorded'),
  })
  app.addHook('onClose', () => sessionUse.close())

  await app.register(async (limited) => {
    const onError = (error: unknown) => app.log.warn({ err: error }, 'calls not counted together')
    const counter = createCallCounter({ counts: createCallCounts(db), onError })
    const checkRateLimit = registerRateLimit(limited, counter, config.rateLimitPerMinute)
    const bases = servedBases(config.apis)
    const approvals = createApprovalGate({ clock, sendJob, limits: config.requestLimits })
    const { approvables } = approvals
    const kernel = {
      db,
      clock,
      authenticate,
      confirmations: createConfirmations(db, identity.browser.userPoolId, clock),
      confirmAccess,
      findGrant: createFindGrant(db),
      noteSession: identity.foreignOrigin === null ? null : createNoteSession(db, () => clock.now()),
      checkRateLimit,
      limitConcurrency: createConcurrencyLimit(deps.webProcesses),
      refusalAudit: deps.countedAudit,
      approvals,
      permissionUse,
      sessionUse,
      bases,
    }
    const { files: limits, holds, quotas } = config
    limited.addHook('preParsing', limitBodyTime(deps.bodyTimeoutMs ?? BODY_TIMEOUT_MS))
    mount(limited, kernel, 'access', api.access, accessHandlers)
    addApprovableGroups(
      { db, ledger, clock, sendJob, identity, breakGlassHours: config.breakGlassHours },
      (name, group, handlers) => mount(limited, kernel, name, group, handlers),
    )
    mount(limited, kernel, 'explain', api.explain, explainHandlers({ db }))
    const fileDeps = { db, ledger, storage, clock, sendJob, events, limits, quotas }
    mount(limited, kernel, 'files', api.files, filesHandlers(fileDeps))
    mount(limited, kernel, 'columns', api.columns, columnsHandlers(fileDeps))
    mount(limited, kernel, 'fixes', api.fixes, fixesHandlers(fileDeps))
    mount(limited, kernel, 'inquiries', api.inquiries, inquiriesHandlers(fileDeps))
    mount(limited, kernel, 'cards', api.cards, cardsHandlers({ db, ledger, clock, quotas }))
    mount(limited, kernel, 'cases', api.cases, casesHandlers({ db, ledger, clock, sendJob, quotas }))
    mount(
      limited,
      kernel,
      'replyTemplates',
      api.replyTemplates,
      replyTemplatesHandlers({ db, clock, linkHosts: config.replyLinkHosts }),
    )
    mount(limited, kernel, 'dashboard', api.dashboard, dashboardHandlers({ db, ledger, clock, identity }))
    mount(limited, kernel, 'search', api.search, searchHandlers({ db, clock }))
    mount(limited, kernel, 'status', api.status, statusHandlers({ db, clock, readiness, holds, quotas }))
    mount(limited, kernel, 'account', api.account, accountHandlers({ db, clock, identity, findSignIn }))
    mount(limited, kernel, 'preferences', api.preferences, preferencesHandlers({ db }))
    mount(limited, kernel, 'history', api.history, historyHandlers({ db }))
    const approvalDeps = { db, clock, sendJob, approvables, confirmAccess }
    mount(limited, kernel, 'approvals', api.approvals, approvalsHandlers(approvalDeps))
    mount(limited, kernel, 'reviews', api.reviews, reviewsHandlers({ db, clock, sendJob, evidenceKey }))
    mount(limited, kernel, 'audit', api.audit, auditHandlers({ db, clock, sendJob }))
    mount(limited, kernel, 'options', api.options, optionsHandlers({ db, clock }))
    mount(limited, kernel, 'views', api.views, viewsHandlers({ db }))
    if (bases.operations) mountRevealLinks(limited, bases.operations, { db, storage, clock })
    rejectOtherApis(limited, bases)
    if (bases.user) identity.mount(limited)
    const findByKey = async (key: string) => {
      const filekey = filekeyOfUpload(key)
      return filekey === undefined ? undefined : findUpload(db, filekey)
    }
    const { limitConcurrency } = kernel
    if (bases.operations)
      deps.files.mount(limited, { clock, findUpload: findByKey, checkRateLimit, limitConcurrency })
  })
  if (outbox && config.apis !== 'operations') mountOutbox(app, outbox)
  await serveWeb(app, config.webDist, runtimeConfig(config, identity))
  return app
}

function runtimeConfig({ buildCheckMs, lockAfterMs }: AppDeps['config'], identity: Identity): RuntimeConfig {
  return {
    userApi: API_BASES.user,
    operationsApi: API_BASES.operations,
    buildCheckMs,
    lockAfterMs,
    identity: identity.browser,
  }
}

/**
 * Escapes a path with an invalid escape, such as `/100%`, so that it is 404 rather than 400. Some clients escape the
 * colon of `/policy/policy-action:all`, which the router would not find.
 */
function toDecodableUrl(url: string): string {
  const [path = '', ...query] = url.split('?')
  try {
    decodeURI(path)
    return [path.replaceAll(/%3a/gi, ':'), ...query].join('?')
  } catch {
    return [path.replaceAll('%', '%25'), ...query].join('?')
  }
}

/** A busy process is alive. */
function rejectUnderPressure({ url }: FastifyRequest) {
  if (url !== '/health/live') throw new HttpError('unavailable')
}
