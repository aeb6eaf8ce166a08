import { resolve } from 'node:path'
import * as z from 'zod'

/**
 * The whole environment, read once. Throws one error that names every invalid variable.
 * Sizes are in bytes, times in the unit of their name.
 */

const INVALID_POOL = 'Invalid UserPoolId format.'

const variables = z.object({
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' }),
  /** Owner of the tables, for migrations. Default: DATABASE_URL. */
  DATABASE_OWNER_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  DATA_DIR: z.string().default('.data'),
  WEB_DIST: z.string().default('apps/web/dist'),
  LOG_LEVEL: z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug']).default('info'),
  /** Calls of a user per minute; an address may make ten times as many. */
  RATE_LIMIT_PER_MINUTE: z.coerce.number().int().min(1).default(1_200),
  /** Requests with passwords or codes of an address per minute; a sign-in makes two. Embedded provider only. */
  SIGN_IN_CALLS_PER_MINUTE: z.coerce.number().int().min(1).default(120),
  INQUIRY_MAX_FILE_BYTES: z.coerce
    .number()
    .int()
    .min(1)
    .max(1024 ** 3)
    .default(100 * 1024 ** 2),
  INQUIRY_MAX_ROWS: z.coerce.number().int().min(1).max(5_000_000).default(1_000_000),
  UPLOADS_AT_ONCE: z.coerce.number().int().min(1).default(5),
  /** Quota of a user: uploads, announced ones included, and results. */
  STORED_MB_PER_PERSON: z.coerce.number().int().min(1).default(20_480),
  /** Card numbers that one user may reveal in a day in Manila. */
  CARD_REVEALS_PER_DAY: z.coerce.number().int().min(0).max(10_000).default(20),
  /** A bucket in place of the folder under DATA_DIR. */
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/, 'must be the name of a bucket, without dots')
    .optional(),
  S3_REGION: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/, 'must be a region, such as ap-southeast-1')
    .default('ap-southeast-1'),
  /** Of a server other than AWS. */
  S3_ENDPOINT: z.url({ protocol: /^https?$/, error: 'must be an http:// or https:// address' }).optional(),
  /** Where browsers reach that server. Default: S3_ENDPOINT. */
  S3_BROWSER_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'must be an http:// or https:// address' })
    .optional(),
  UPLOAD_LINK_MINUTES: z.coerce.number().min(0.001).default(15),
  /** A cloud user pool in place of the embedded identity provider: both or neither. The id contains the region. */
  USER_POOL_ID: z
    .string()
    .max(55, INVALID_POOL)
    .regex(/^[a-z0-9-]+_[0-9a-zA-Z]+$/, INVALID_POOL)
    .optional(),
  USER_POOL_CLIENT_ID: z
    .string()
    .regex(/^[\w+]{1,128}$/, 'is not the id of a pool’s client')
    .optional(),
  /** Interval at which an open page checks for a newer build. */
  BUILD_CHECK_SECONDS: z.coerce.number().int().min(1).max(86_400).default(3_600),
  /** Calls are answered 503 while the event loop is delayed by more; 0: never. */
  MAX_EVENT_LOOP_DELAY_MS: z.coerce.number().int().min(0).max(60_000).default(1_000),
  /** Idle time before a signed-in screen locks; at most a day. */
  LOCK_AFTER_MINUTES: z.coerce.number().positive().max(1_440).default(15),
  /** `optional`: asked only of users with an authenticator. Embedded provider only. */
  SECOND_FACTOR: z.enum(['optional', 'required']).optional(),
  API_DOCS: z.stringbool().default(true),
})

/** `endpoint`: null on AWS. */
export type Bucket = {
  name: string
  region: string
  endpoint: string | null
  browserEndpoint: string | null
}

export type Config = ReturnType<typeof readConfig>

const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost'])

export function readConfig(environment: Readonly<Record<string, string | undefined>>) {
  const read = variables.safeParse(environment)
  if (!read.success) {
    const lines = read.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`)
    throw new Error(`The environment is not usable:\n${lines.join('\n')}`)
  }
  const env = read.data
  if (env.USER_POOL_ID === undefined && !LOOPBACK.has(env.HOST)) {
    throw new Error(
      `The environment is not usable:\n  HOST: ${env.HOST} is not a loopback address; with the embedded identity provider and its demo accounts only 127.0.0.1, ::1 or localhost is allowed (a cloud user pool is named by USER_POOL_ID)`,
    )
  }
  const { USER_POOL_ID: id, USER_POOL_CLIENT_ID: clientId } = env
  if ((id === undefined) !== (clientId === undefined)) {
    const missing = id === undefined ? 'USER_POOL_ID' : 'USER_POOL_CLIENT_ID'
    throw new Error(
      `The environment is not usable:\n  ${missing}: is needed with the other one of the two that name a cloud user pool`,
    )
  }
  if (id !== undefined && env.SECOND_FACTOR !== undefined) {
    throw new Error(
      'The environment is not usable:\n  SECOND_FACTOR: is a setting of the cloud user pool itself when USER_POOL_ID names one',
    )
  }
  return {
    databaseUrl: env.DATABASE_URL,
    databaseOwnerUrl: env.DATABASE_OWNER_URL ?? env.DATABASE_URL,
    host: env.HOST,
    port: env.PORT,
    dataDir: resolve(env.DATA_DIR),
    webDist: resolve(env.WEB_DIST),
    logLevel: env.LOG_LEVEL,
    rateLimitPerMinute: env.RATE_LIMIT_PER_MINUTE,
    cardRevealsPerDay: env.CARD_REVEALS_PER_DAY,
    apiDocs: env.API_DOCS,
    buildCheckMs: env.BUILD_CHECK_SECONDS * 1_000,
    maxEventLoopDelayMs: env.MAX_EVENT_LOOP_DELAY_MS,
    lockAfterMs: env.LOCK_AFTER_MINUTES * 60_000,
    /** Null: the embedded provider. */
    userPool: id !== undefined && clientId !== undefined ? { id, clientId } : null,
    signInCallsPerMinute: env.SIGN_IN_CALLS_PER_MINUTE,
    secondFactor: env.SECOND_FACTOR ?? ('optional' as const),
    /** Null: a folder under `dataDir`. */
    bucket: bucketOf(env),
    files: {
      maxBytes: env.INQUIRY_MAX_FILE_BYTES,
      maxRows: env.INQUIRY_MAX_ROWS,
      uploadsAtOnce: env.UPLOADS_AT_ONCE,
      storedBytesPerPerson: env.STORED_MB_PER_PERSON * 1024 ** 2,
      linkSeconds: env.UPLOAD_LINK_MINUTES * 60,
    },
  }
}

function bucketOf(env: z.output<typeof variables>): Bucket | null {
  const { S3_BUCKET: name, S3_REGION: region, S3_ENDPOINT: endpoint = null } = env
  if (name === undefined) return null
  return { name, region, endpoint, browserEndpoint: env.S3_BROWSER_ENDPOINT ?? endpoint }
}
