import { maskCardNumbers } from '@backoffice/contract/card-number'
import type { FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify'
import { stdTimeFunctions } from 'pino'
import { currentCall } from '../telemetry/call-context.ts'
import { clientRequestId } from './client.ts'

/** The path and the parameter names, without values, which may be signatures or card numbers. */
function loggedUrl(url: string): string {
  const [path = '', query] = url.split('?', 2)
  return query === undefined ? path : `${path}?${[...new URLSearchParams(query).keys()].join('&')}`
}

/** Options for Fastify's logger. It writes no headers or bodies, error fields without values, and masked secrets. */
export function logOptions(level: string) {
  return {
    level,
    timestamp: stdTimeFunctions.isoTime,
    serializers: {
      err: (error: unknown) => loggedError(error),
      req: (request: FastifyRequest) => ({
        id: request.id,
        method: request.method,
        url: loggedUrl(request.url),
      }),
    },
    hooks: { streamWrite: scrub },
  }
}

/** Adds the client's request id to each line of a call. */
export const childLoggerFactory: NonNullable<FastifyServerOptions['childLoggerFactory']> = (
  logger,
  bindings,
  options,
  { headers },
) => {
  const id = clientRequestId(headers['x-request-id'])
  return logger.child(id === null ? bindings : { ...bindings, client_request_id: id }, options)
}

/** For loggers that belong to no call. */
export function withRequestId(): { request_id?: string } {
  const call = currentCall()
  return call ? { request_id: call.requestId } : {}
}

/** Logs one line per call. */
export async function logCall(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const isQuiet = request.url.startsWith('/health/') || request.url.startsWith('/assets/')
  request.log[isQuiet ? 'debug' : 'info']({
    method: request.method,
    url: loggedUrl(request.url),
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime),
  })
}

/** Error properties that hold no values. PostgreSQL’s `detail`, `where` and `hint` quote the row. */
const SAFE_PROPERTIES = [
  'code',
  'status',
  'statusCode',
  'severity',
  'schema',
  'table',
  'column',
  'constraint',
  'routine',
  'syscall',
  'errno',
] as const
const MAX_CAUSES = 5

/** Errors in which PostgreSQL quotes the value, such as 22P02. */
const DATA_EXCEPTION = /^22/

type LoggedError = { type: string; message: string; stack: string } & Partial<
  Record<(typeof SAFE_PROPERTIES)[number], unknown>
> & { cause?: LoggedError; errors?: LoggedError[] }

/** An error for the log, without the statement, parameters, request or response that libraries attach. */
function loggedError(error: unknown, causes = MAX_CAUSES): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error), stack: '' }
  const kept: Partial<Record<(typeof SAFE_PROPERTIES)[number], unknown>> = Object.fromEntries(
    SAFE_PROPERTIES.filter((name) => name in error).map((name) => [name, Reflect.get(error, name)]),
  )
  const message = DATA_EXCEPTION.test(String(kept.code)) ? withoutValue(error.message) : error.message
  return {
    type: error.constructor.name,
    message,
    stack: (error.stack ?? '').replace(error.message, () => message),
    ...kept,
    ...(causes > 0 && error.cause !== undefined && { cause: loggedError(error.cause, causes - 1) }),
    ...(causes > 0 &&
      error instanceof AggregateError && {
        errors: error.errors.map((each) => loggedError(each, causes - 1)),
      }),
  }
}

const withoutValue = (message: string) => message.replace(/: ".*"$/s, ': "…"')

/** Secrets with a recognizable shape. No others are logged, because headers, bodies and values of errors are not. */
const SHAPES: readonly (readonly [shape: RegExp, replacement: string])[] = [
  // JSON web tokens.
  [/eyJ[\w-]{5,}(\.[\w-]*)*/g, '[token]'],
  [/\b(bearer|basic)\s+[\w.~+/=-]{8,}/gi, '$1 [token]'],
  // Signed links, ours and a bucket's; also inside JSON or another URL.
  [/(signature|x-amz-(?:signature|credential|security-token))(=|%3D)[^&"'\s\\]+/gi, '$1$2[secret]'],
  // Parts of an authorization header that S3 quotes.
  [/\b(Signature|Credential)=[^,"'\s\\&]+/g, '$1=[secret]'],
  // Passwords in URLs.
  [/(\w:\/\/[^/\s:@"]*):[^/\s@"]+@/g, '$1:[secret]@'],
  // Parameters with a secret name.
  [
    /(token|password|secret|secret_?access_?key)(\\*["']?\s*[=:]\s*\\*["']?)[^&"'\s,}\\[]{4,}/gi,
    '$1$2[secret]',
  ],
]

/** Masks card numbers, tokens and signatures of links in a log line. */
export function scrub(line: string): string {
  return maskCardNumbers(
    SHAPES.reduce((text, [shape, replacement]) => text.replace(shape, replacement), line),
  )
}
