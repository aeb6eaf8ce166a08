import { randomUUID } from 'node:crypto'
import type { Context } from './context.ts'
import { IdentityError, resourceNotFound, tooManyRequests } from './errors.ts'
import { parseBody, requiredText } from './input.ts'
import { networkOf } from './network.ts'
import { PUBLIC_OPERATIONS } from './public-operations.ts'
import { NO_ACCOUNT, reportEvent } from './security-events.ts'
import { countWithin } from './store/counters.ts'

const TARGET_PREFIX = 'AWSCognitoIdentityProviderService.'

export type PublicRequest = {
  /** Header `x-amz-target`. */
  target: string | undefined
  body: string | Uint8Array
  /** The caller's address, for the throttle. */
  ip: string
  /** Header `user-agent`, for the list of sessions. */
  userAgent?: string | undefined
}

export type IdentityResponse = { status: number; headers: Record<string, string>; body: string }

export function handlePublic(context: Context, request: PublicRequest): Promise<IdentityResponse> {
  return respond(context, async () => {
    const target = request.target ?? ''
    const name = target.startsWith(TARGET_PREFIX) ? target.slice(TARGET_PREFIX.length) : ''
    const operation = PUBLIC_OPERATIONS.get(name)
    if (!operation) throw new IdentityError('UnknownOperationException', 'Unknown operation')
    const input = parseBody(request.body)
    if (!operation.byAccessToken && requiredText(input, 'ClientId', 128) !== context.clientId) {
      throw resourceNotFound('User pool client does not exist.')
    }
    const caller = { ip: printable(request.ip), userAgent: printable(request.userAgent) }
    const called = { ...context, caller }
    if (operation.isGuess?.(input)) await throttle(called, request.ip)
    return operation.run(called, input)
  })
}

/** Maps the result or error of an operation to a response. Reports internal errors without describing them. */
export async function respond(context: Context, run: () => Promise<object>): Promise<IdentityResponse> {
  try {
    return reply(200, await run())
  } catch (error) {
    if (error instanceof IdentityError) return failure(400, error.type, error.message)
    context.onError(error)
    return failure(500, 'InternalErrorException', 'Internal error')
  }
}

/** The body repeats the error type: browsers hide the header across origins. */
function failure(status: number, type: string, message: string): IdentityResponse {
  const { headers, ...rest } = reply(status, { __type: type, message })
  return { ...rest, headers: { ...headers, 'x-amzn-errortype': type } }
}

function reply(status: number, body: object): IdentityResponse {
  const headers = {
    'content-type': 'application/x-amz-json-1.1',
    'cache-control': 'no-store',
    'x-amzn-requestid': randomUUID(),
  }
  return { status, headers, body: JSON.stringify(body) }
}

/** Printable text of at most 256 characters that a text column accepts. */
function printable(text = ''): string | null {
  const clean = text.toWellFormed().replace(/\p{C}/gu, '').trim().slice(0, 256)
  // Truncation may have split a surrogate pair.
  return clean.toWellFormed() || null
}

async function throttle(context: Context, ip: string): Promise<void> {
  const key = context.keyring.digest('address', networkOf(ip))
  if (await countWithin(context.pool, key, context.limits.perAddress, context.now())) return
  reportEvent(context, 'request-throttled', NO_ACCOUNT, { reason: 'too_many_requests' })
  throw tooManyRequests()
}
