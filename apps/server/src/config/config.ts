import { resolve } from 'node:path'
import type * as z from 'zod'
import { variables } from './config-variables.ts'
import { StartError } from './start-error.ts'

type Variables = z.output<typeof variables>

/** `endpoint` is null on AWS. */
export type Bucket = {
  name: string
  region: string
  endpoint: string | null
  browserEndpoint: string | null
}

/** `isLocal` is true for a server on this machine. */
export type SmtpServer = { url: string; from: { name: string; address: string }; isLocal: boolean }

export type Config = ReturnType<typeof readConfig>

const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost'])

type Environment = Readonly<Record<string, string | undefined>>

/** Configuration from the environment. Throws one error for all invalid variables. Sizes are in bytes. */
export function readConfig(environment: Environment) {
  const read = variables.safeParse(withoutEmpty(environment))
  if (!read.success) throw unusable(read.error.issues.map(problemOf))
  const env = read.data
  const contradictions = contradictionsIn(env)
  if (contradictions.length > 0) throw unusable(contradictions)
  const { USER_POOL_ID: id, USER_POOL_CLIENT_ID: clientId } = env
  const databaseDirectUrl = env.DATABASE_DIRECT_URL ?? env.DATABASE_URL
  return {
    databaseUrl: env.DATABASE_URL,
    /** Without a pooler. */
    databaseDirectUrl,
    databaseOwnerUrl: env.DATABASE_OWNER_URL ?? databaseDirectUrl,
    /** Null if the main database has the ledger. */
    ledger: ledgerOf(env),
    /** Null for the default of the process. */
    databaseConnections: env.DATABASE_CONNECTIONS ?? null,
    host: env.HOST,
    port: env.PORT,
    apis: env.APIS,
    /** Origin without a slash at the end. If null, mail has no links. */
    publicUrl: env.PUBLIC_URL?.replace(/\/$/, '') ?? null,
    trustedProxies: env.TRUSTED_PROXIES,
    hstsSeconds: env.HSTS_SECONDS,
    dataDir: resolve(env.DATA_DIR),
    webDist: resolve(env.WEB_DIST),
    logLevel: env.LOG_LEVEL,
    /** Null disables metrics. */
    metrics: env.METRICS_PORT === undefined ? null : { host: env.METRICS_HOST, port: env.METRICS_PORT },
    /** Null disables traces. */
    traces:
      env.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
        ? null
        : { endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT, share: env.OTEL_TRACES_SAMPLER_ARG },
    rateLimitPerMinute: env.RATE_LIMIT_PER_MINUTE,
    /** Per user and day in Manila. */
    quotas: {
      reveals: env.CARD_REVEALS_PER_DAY,
      cardFiles: env.CARD_FILES_PER_DAY,
      postingCards: env.POSTING_CARDS_PER_DAY,
      notFoundReplies: env.NOT_FOUND_REPLIES_PER_DAY,
      differentCards: env.DIFFERENT_CARDS_PER_DAY,
    },
    holds: {
      notFoundRows: env.HELD_NOT_FOUND_ROWS,
      notFoundPercent: env.HELD_NOT_FOUND_PERCENT,
      notFoundPerDay: env.HELD_NOT_FOUND_ROWS_PER_DAY,
      sameLastFourRows: env.HELD_SAME_LAST_FOUR_ROWS,
    },
    breakGlassHours: env.BREAK_GLASS_HOURS,
    replyLinkHosts: env.REPLY_LINK_HOSTS,
    requestLimits: { open: env.APPROVAL_REQUESTS_OPEN, perHour: env.APPROVAL_REQUESTS_PER_HOUR },
    apiDocs: env.API_DOCS ?? id === undefined,
    buildCheckMs: env.BUILD_CHECK_SECONDS * 1_000,
    maxEventLoopDelayMs: env.MAX_EVENT_LOOP_DELAY_MS,
    lockAfterMs: env.LOCK_AFTER_MINUTES * 60_000,
    /** Null for the embedded provider. */
    userPool: id !== undefined && clientId !== undefined ? { id, clientId } : null,
    signInCallsPerMinute: env.SIGN_IN_CALLS_PER_MINUTE,
    secondFactor: env.SECOND_FACTOR ?? ('optional' as const),
    /** If null, an embedded system uses its outbox and others send no mail. */
    smtp: smtpOf(env),
    /** Null for a folder under `dataDir`. */
    bucket: bucketOf(env),
    /** Null for the key in the data folder. */
    keys: {
      storage: decoded(env.STORAGE_KEY),
      identity: decoded(env.IDENTITY_KEY),
      evidence: decoded(env.EVIDENCE_KEY),
    },
    files: {
      maxBytes: env.INQUIRY_MAX_FILE_BYTES,
      maxRows: env.INQUIRY_MAX_ROWS,
      uploadsAtOnce: env.UPLOADS_AT_ONCE,
      checksPerHour: env.FILE_CHECKS_PER_HOUR,
      storedBytesPerPerson: env.STORED_MB_PER_PERSON * 1024 ** 2,
      linkSeconds: env.UPLOAD_LINK_MINUTES * 60,
    },
  }
}

/** Compose files give a variable without a value as an empty one. */
const withoutEmpty = (env: Environment) => Object.fromEntries(Object.entries(env).filter(([, text]) => text))

function ledgerOf(env: Variables) {
  const {
    LEDGER_DATABASE_URL: url,
    LEDGER_DATABASE_DIRECT_URL: direct,
    LEDGER_DATABASE_OWNER_URL: owner,
  } = env
  if (url === undefined) return null
  const directUrl = direct ?? url
  return { url, directUrl, ownerUrl: owner ?? directUrl }
}

type LedgerVariables = { [N in `LEDGER_DATABASE_${'' | 'DIRECT_' | 'OWNER_'}URL`]?: string | undefined }

export const LACKS_LEDGER_URL =
  'Set LEDGER_DATABASE_URL: a separate ledger needs it in every process, in addition to its other addresses.'

/** True for a ledger that only some processes would know. */
export const lacksLedgerUrl = (env: LedgerVariables): boolean =>
  !env.LEDGER_DATABASE_URL && Boolean(env.LEDGER_DATABASE_DIRECT_URL || env.LEDGER_DATABASE_OWNER_URL)

function unusable(problems: readonly string[]) {
  const lines = problems.map((problem) => `  ${problem}`)
  return new StartError(`The environment is not usable:\n${lines.join('\n')}`)
}

function problemOf({ path, message, code }: z.core.$ZodIssue): string {
  const [name] = path
  // The only variable without a default.
  return name === 'DATABASE_URL' && code === 'invalid_type'
    ? LACKS_DATABASE_URL
    : `${String(name)}: ${message}`
}

const LACKS_DATABASE_URL =
  'Set DATABASE_URL: the address of the database, postgres://USER:PASSWORD@HOST/backoffice.'

function contradictionsIn(env: Variables): string[] {
  const { USER_POOL_ID: id, USER_POOL_CLIENT_ID: clientId } = env
  const found: string[] = []
  if (id === undefined && !LOOPBACK.has(env.HOST)) {
    found.push(
      `HOST: ${env.HOST} is not a loopback address; with the embedded identity provider and its demo accounts only 127.0.0.1, ::1 or localhost is allowed (a cloud user pool is named by USER_POOL_ID)`,
    )
  }
  if ((id === undefined) !== (clientId === undefined)) {
    const missing = id === undefined ? 'USER_POOL_ID' : 'USER_POOL_CLIENT_ID'
    found.push(`Set ${missing}: a cloud user pool needs its id and its client.`)
  }
  if (id !== undefined && env.SECOND_FACTOR !== undefined) {
    found.push('SECOND_FACTOR: cannot be set with USER_POOL_ID: the cloud user pool has its own setting')
  }
  if (lacksLedgerUrl(env)) found.push(LACKS_LEDGER_URL)
  if (env.S3_BUCKET === undefined && (env.S3_ENDPOINT ?? env.S3_BROWSER_ENDPOINT) !== undefined)
    found.push('Set S3_BUCKET: the address of an S3 server needs the name of a bucket.')
  if (!env.SMTP_URL !== !env.MAIL_FROM) {
    const missing = env.SMTP_URL ? 'MAIL_FROM' : 'SMTP_URL'
    found.push(`Set ${missing}: a mail server needs its address and a sender.`)
  }
  return found
}

function bucketOf(env: Variables): Bucket | null {
  const { S3_BUCKET: name, S3_REGION: region, S3_ENDPOINT: endpoint = null } = env
  if (name === undefined) return null
  return { name, region, endpoint, browserEndpoint: env.S3_BROWSER_ENDPOINT ?? endpoint }
}

function smtpOf({ SMTP_URL: url, MAIL_FROM: from }: Variables): SmtpServer | null {
  if (!url || !from) return null
  const [, name = '', address = from] = /^(.+) <(.+)>$/.exec(from) ?? []
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '')
  return { url, from: { name, address }, isLocal: LOOPBACK.has(host) }
}

const decoded = (key: string | undefined) => (key ? Buffer.from(key, 'base64') : null)
