// over 300 lines: every environment variable, from which docs/configuration.md is generated
import { domainToASCII } from 'node:url'
import { BREAK_GLASS_HOURS } from '@backoffice/contract/durations'
import * as z from 'zod'
import { unreadableCertificate } from './certificate.ts'

/**
 * Every environment variable, with its description. docs/configuration.md is generated from here. Sizes and times are
 * in the unit of the name. An empty variable is not set.
 */

const INVALID_POOL = 'Invalid UserPoolId format.'

const integer = () => z.coerce.number().int()
const postgresUrl = () =>
  z
    .string()
    .refine(isPostgresUrl, 'must be a postgres:// URL with one or several hosts')
    .refine((url) => !unreadableCertificate(url), {
      error: ({ input }) => unreadableCertificate(String(input)),
    })
const webAddress = () => z.url({ protocol: /^https?$/, error: 'must be an http:// or https:// URL' })
const secretKey = () =>
  z.string().regex(/^[A-Za-z0-9+/]{43}=$/, 'must be 32 random bytes in base64: openssl rand -base64 32')

/** Checks each host, because the URL parser rejects a list of hosts. */
function isPostgresUrl(text: string): boolean {
  const parts = /^(postgres(?:ql)?:\/\/)((?:[^/@]*@)?)([^/?#]*)(.*)$/.exec(text)
  if (!parts) return false
  const [, scheme = '', user = '', hosts = '', rest = ''] = parts
  const all = hosts.split(',')
  const isEach = (host: string) =>
    (host !== '' || all.length === 1) && URL.canParse(scheme + user + host + rest)
  return all.every(isEach)
}

function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, origin } = new URL(text)
  return /^https?:$/.test(protocol) && text.replace(/\/$/, '') === origin
}

/** A network such as `10.0.0.0/8` or `fd00::/8`, or a single address. */
const NETWORK = /^[0-9a-f.:]+(\/\d{1,3})?$/i

const HOST_NAME = /^(?:[a-z0-9-]+\.)+[a-z0-9-]{2,}$/

const SMTP_OPTION = /^(?:requireTLS=(?:true|false)|(?:name|tls\.\w+)=.+)$/

/** Only some options of nodemailer, because others log the mail or keep connections open. */
function isSmtpUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, pathname, searchParams } = new URL(text)
  const hasHost = domainToASCII(hostname) !== ''
  const areOptionsKnown = [...searchParams].every(([name, value]) => SMTP_OPTION.test(`${name}=${value}`))
  return /^smtps?:$/.test(protocol) && hasHost && /^\/?$/.test(pathname) && areOptionsKnown
}

/** `name@host` or `Name <name@host>`. */
const SENDER = /^(?:[^<>\p{Cc}]+ <[^\s<>@,]+@[^\s<>@,]+>|[^\s<>@,]+@[^\s<>@,]+)$/u

export const variables = z.object({
  DATABASE_URL: postgresUrl().describe(
    'PostgreSQL 15 or later. Several hosts, separated by commas, are tried for the one that takes writes. A PgBouncer in transaction mode also needs `DATABASE_DIRECT_URL`.',
  ),
  DATABASE_DIRECT_URL: postgresUrl()
    .optional()
    .describe(
      'The same database without the pooler, for notifications, the queue and migrations, which need a session. Default: `DATABASE_URL`.',
    ),
  DATABASE_OWNER_URL: postgresUrl()
    .optional()
    .describe(
      'The database as the owner of the tables, without the pooler, for migrations and bulk load. Default: `DATABASE_DIRECT_URL`.',
    ),
  LEDGER_DATABASE_URL: postgresUrl()
    .optional()
    .describe(
      'PostgreSQL or Citus for the ledger: cards, transactions, staged inquiries and their sums. Default: `DATABASE_URL`. [scaling.md](scaling.md) says when it is worth a server of its own.',
    ),
  LEDGER_DATABASE_DIRECT_URL: postgresUrl()
    .optional()
    .describe('The ledger without the pooler, for migrations. Default: `LEDGER_DATABASE_URL`.'),
  LEDGER_DATABASE_OWNER_URL: postgresUrl()
    .optional()
    .describe(
      'The ledger as the owner of its tables, without the pooler, for migrations and bulk load. Default: `LEDGER_DATABASE_DIRECT_URL`.',
    ),
  DATABASE_CONNECTIONS: integer()
    .min(6)
    .max(500)
    .optional()
    .describe(
      'Connections for the calls or jobs of one process, at most. Default: 12 in a web process, 6 in a worker. Queue and notifications take up to 5 more. With a separate ledger, as many again to the ledger.',
    ),
  HOST: z
    .string()
    .default('127.0.0.1')
    .describe(
      'Address to listen on. Loopback only with the embedded identity provider and its demo accounts.',
    ),
  PORT: integer().min(0).max(65_535).default(3000).describe('Port to listen on. 0: any free one.'),
  APIS: z
    .enum(['both', 'user', 'operations'])
    .default('both')
    .describe(
      'APIs that a web process serves, so that a balancer can send `/api/user` and `/api/operations` to separate processes. Every process serves the pages.',
    ),
  PUBLIC_URL: z
    .string()
    .refine(
      isOrigin,
      'must be an http:// or https:// address without a path, such as https://backoffice.example.com',
    )
    .optional()
    .describe(
      'Address that users open in the browser, for links in mail: to the sign-in in invitations of the embedded identity provider, and to requests in notices. Default: mail without links; `npm start` sets its own address.',
    ),
  TRUSTED_PROXIES: z
    .string()
    .default('')
    .transform((text) => text.split(',').flatMap((each) => each.trim() || []))
    .refine((all) => all.every((each) => NETWORK.test(each)), 'must be addresses or networks')
    .describe(
      'Addresses or networks of the balancers, separated by commas. `X-Forwarded-For`, `-Proto` and `-Host` are accepted only from them.',
    ),
  HSTS_SECONDS: integer()
    .min(0)
    .max(63_072_000)
    .default(31_536_000)
    .describe('Seconds in which browsers insist on HTTPS; sent with replies over HTTPS only. 0: not sent.'),
  DATA_DIR: z
    .string()
    .default('.data')
    .describe(
      'Folder of the embedded system: database, uploads, keys, logs. Not used with a cloud pool and a bucket.',
    ),
  WEB_DIST: z.string().default('apps/web/dist').describe('Folder of the built web application.'),
  LOG_LEVEL: z
    .enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug'])
    .default('info')
    .describe('Log level. Logs are JSON lines on standard output, with card numbers masked.'),
  METRICS_PORT: integer()
    .min(0)
    .max(65_535)
    .optional()
    .describe('Port for Prometheus metrics at `/metrics`. Default: none.'),
  METRICS_HOST: z
    .string()
    .default('127.0.0.1')
    .describe('Address of that port. Keep it inside the operators’ network.'),
  OTEL_EXPORTER_OTLP_ENDPOINT: webAddress()
    .optional()
    .describe('OpenTelemetry collector that receives traces over HTTP. Default: no traces.'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number()
    .min(0)
    .max(1)
    .default(0.1)
    .describe('Share of calls and jobs that are traced.'),
  RATE_LIMIT_PER_MINUTE: integer()
    .min(1)
    .default(1_200)
    .describe('Calls per user, over all web processes; ten times as many per address.'),
  SIGN_IN_CALLS_PER_MINUTE: integer()
    .min(1)
    .default(120)
    .describe(
      'Requests with passwords or codes from one address; a sign-in makes two. Embedded identity provider only.',
    ),
  INQUIRY_MAX_FILE_BYTES: integer()
    .min(1)
    .max(1024 ** 3)
    .default(100 * 1024 ** 2)
    .describe('Largest inquiry file.'),
  INQUIRY_MAX_ROWS: integer()
    .min(1)
    .max(5_000_000)
    .default(1_000_000)
    .describe('Most rows of an inquiry file.'),
  UPLOADS_AT_ONCE: integer().min(1).default(5).describe('Uploads of one user at once.'),
  UPLOAD_LINK_MINUTES: z.coerce.number().min(0.001).default(15).describe('Validity of a signed link.'),
  STORED_MB_PER_PERSON: integer()
    .min(1)
    .default(20_480)
    .describe('Space for the stored uploads (announced ones included) and results of one user.'),
  FILE_CHECKS_PER_HOUR: integer()
    .min(1)
    .default(60)
    .describe('Times that one user may match columns or correct cells of files per hour.'),
  APPROVAL_REQUESTS_OPEN: integer()
    .min(1)
    .max(10_000)
    .default(50)
    .describe('Requests for approval of one user that may wait for a decision at once.'),
  APPROVAL_REQUESTS_PER_HOUR: integer()
    .min(1)
    .max(10_000)
    .default(30)
    .describe('New requests for approval of one user per hour.'),
  CARD_REVEALS_PER_DAY: integer()
    .min(0)
    .max(10_000)
    .default(20)
    .describe('Card numbers that one user may reveal per day (Manila).'),
  CARD_FILES_PER_DAY: integer()
    .min(0)
    .max(10_000)
    .default(5)
    .describe(
      'Files of other users that one user may download with whole card numbers, or run again, per day (Manila).',
    ),
  POSTING_CARDS_PER_DAY: integer()
    .min(0)
    .max(10_000)
    .default(100)
    .describe('Cards that one user may send to the posting team with their whole numbers per day (Manila).'),
  NOT_FOUND_REPLIES_PER_DAY: integer()
    .min(1)
    .max(1_000_000)
    .default(100)
    .describe(
      'Single inquiries of one user without a result per day (Manila); further single inquiries are refused until the next day.',
    ),
  DIFFERENT_CARDS_PER_DAY: integer()
    .min(1)
    .max(1_000_000)
    .default(300)
    .describe(
      'Different cards, accounts and references of one user’s single inquiries per day (Manila), above which the audit trail has an event and `/status` counts the user. Nothing is refused.',
    ),
  HELD_NOT_FOUND_ROWS: integer()
    .min(1)
    .default(1_000)
    .describe(
      'The result of a file is held if more rows than this, and a larger share than `HELD_NOT_FOUND_PERCENT`, are not found ([security.md](security.md#guessing-card-numbers)).',
    ),
  HELD_NOT_FOUND_PERCENT: integer()
    .min(0)
    .max(100)
    .default(50)
    .describe('Share of the rows of the file, in percent.'),
  HELD_NOT_FOUND_ROWS_PER_DAY: integer()
    .min(1)
    .default(500_000)
    .describe(
      'A result is also held if more rows than this, of a user’s files that finished on a day (Manila), are not found.',
    ),
  HELD_SAME_LAST_FOUR_ROWS: integer()
    .min(1)
    .default(500)
    .describe(
      'A result is also held if more rows than this, of a user’s files of 30 days, are not found and share the same last four digits. `/status` counts users above a tenth of this or of `HELD_NOT_FOUND_ROWS_PER_DAY`.',
    ),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/, 'must be the name of a bucket without dots')
    .optional()
    .describe(
      'Bucket for uploads and results ([bucket.md](bucket.md)); credentials come from the chain of the AWS SDK. Default: a folder under `DATA_DIR`.',
    ),
  S3_REGION: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/, 'must be a region, such as ap-southeast-1')
    .default('ap-southeast-1')
    .describe('Region of the bucket.'),
  S3_ENDPOINT: webAddress().optional().describe('Address of an S3 server other than AWS.'),
  S3_BROWSER_ENDPOINT: webAddress()
    .optional()
    .describe('Address of that server for browsers. Default: `S3_ENDPOINT`.'),
  STORAGE_KEY: secretKey()
    .optional()
    .describe(
      'Key that signs links to the local storage, 32 random bytes in base64, the same for all processes that share a folder. Default: `keys.json` in `DATA_DIR`.',
    ),
  IDENTITY_KEY: secretKey()
    .optional()
    .describe(
      'Key that encrypts the passwords of the embedded identity provider, 32 random bytes in base64 (`openssl rand -base64 32`), the same for all processes of a system, for ever. Default: `keys.json` in `DATA_DIR`.',
    ),
  EVIDENCE_KEY: secretKey()
    .optional()
    .describe(
      'Key that signs the evidence of access reviews, 32 random bytes in base64, the same for all processes ([operations.md](operations.md#evidence-of-access-reviews)). Default: `keys.json` in `DATA_DIR`; without that folder, evidence can’t be exported.',
    ),
  USER_POOL_ID: z
    .string()
    .max(55, INVALID_POOL)
    .regex(/^(?:eusc-[a-z]{2}|[a-z]{2})-(?:gov-)?[a-z]+-\d_[0-9a-zA-Z]+$/, INVALID_POOL)
    .optional()
    .describe(
      'Cloud user pool ([cloud-pool.md](cloud-pool.md)) in place of the embedded identity provider, together with `USER_POOL_CLIENT_ID`.',
    ),
  USER_POOL_CLIENT_ID: z
    .string()
    .regex(/^[\w+]{1,128}$/, 'is not a client id of a user pool')
    .optional()
    .describe('Client of that pool.'),
  SECOND_FACTOR: z
    .enum(['optional', 'required'])
    .optional()
    .describe(
      '`required`: the embedded identity provider makes every user set up an authenticator at the next sign-in ([users already signed in](cloud-pool.md#authenticators)); a cloud pool has a setting of its own. Default: `optional`.',
    ),
  SMTP_URL: z
    .string()
    .refine(isSmtpUrl, 'must be an smtp:// or smtps:// URL; its only options are requireTLS, name and tls.…')
    .optional()
    .describe(
      'Mail server for mail of the product itself ([operations.md](operations.md#mail)), together with `MAIL_FROM`. Default: the outbox with the embedded identity provider, no mail with a cloud user pool.',
    ),
  MAIL_FROM: z
    .string()
    .refine(
      (text) => SENDER.test(text),
      'must be an address, such as backoffice@example.com or Backoffice <backoffice@example.com>',
    )
    .optional()
    .describe('Sender of that mail, such as `Backoffice <backoffice@example.com>`.'),
  BREAK_GLASS_HOURS: z.coerce
    .number()
    .min(BREAK_GLASS_HOURS.least)
    .max(BREAK_GLASS_HOURS.most)
    .default(BREAK_GLASS_HOURS.least)
    .describe('Hours after which break-glass access ends.'),
  BUILD_CHECK_SECONDS: integer()
    .min(1)
    .max(86_400)
    .default(3_600)
    .describe('Interval at which an open page looks for a newer build.'),
  MAX_EVENT_LOOP_DELAY_MS: integer()
    .min(0)
    .max(60_000)
    .default(1_000)
    .describe('Calls get 503 while the event loop is delayed longer than this. 0: never.'),
  LOCK_AFTER_MINUTES: z.coerce
    .number()
    .positive()
    .max(1_440)
    .default(15)
    .describe('Idle minutes before a screen locks.'),
  REPLY_LINK_HOSTS: z
    .string()
    .default('')
    .transform((text) => text.split(',').flatMap((each) => each.trim().toLowerCase() || []))
    .refine((all) => all.every((each) => HOST_NAME.test(each)), 'must be host names such as help.example.com')
    .describe(
      'Hosts of the links and email addresses that a reply template may contain, separated by commas, each exactly as it appears. Default: none.',
    ),
  API_DOCS: z
    .stringbool()
    .optional()
    .describe(
      '`true` or `false`: the OpenAPI document at `/api/docs/json` and its reader at `/api/docs`. Default: with the embedded identity provider only.',
    ),
})
