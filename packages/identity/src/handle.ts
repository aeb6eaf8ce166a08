import { randomUUID } from 'node:crypto'
import type { Context } from './context.ts'
import { IdentityError, tooManyRequests } from './errors.ts'
import { parseBody } from './input.ts'
import { networkOf } from './network.ts'
import { assertClient, findOperation } from './public-operations.ts'
import { countWithin } from './store/counters.ts'

const TARGET_PREFIX = 'AWSCognitoIdentityProviderService.'

export type PublicRequest = {
  /** The header `x-amz-target`. */
  target: string | undefined
  body: string | Uint8Array
  /** The caller's address, for the throttle. */
  ip: string
  /** The header `user-agent`, for the list of sessions. */
  userAgent?: string | undefined
}

export type Answer = { status: number; headers: Record<string, string>; body: string }

export async function handlePublic(context: Context, request: PublicRequest): Promise<Answer> {
  return answer(context, async () => {
    const target = request.target ?? ''
    const name = target.startsWith(TARGET_PREFIX) ? target.slice(TARGET_PREFIX.length) : ''
    const operation = findOperation(name)
    if (!operation) throw new IdentityError('UnknownOperationException', 'Unknown operation')
    const input = parseBody(request.body)
    assertClient(context, operation, input)
    if (operation.isGuess?.(input)) await throttle(context, request.ip)
    const caller = { ip: shown(request.ip), userAgent: shown(request.userAgent) }
    return operation.run({ ...context, caller }, input)
  })
}

/** Maps the result or error of an operation to a response. Internal errors are reported, not described. */
export async function answer(context: Context, run: () => Promise<object>): Promise<Answer> {
  try {
    return reply(200, await run())
  } catch (error) {
    if (error instanceof IdentityError) return failure(400, error.type, error.message)
    context.onError(error)
    return failure(500, 'InternalErrorException', 'Internal error')
  }
}

/** The body names the error as well: across origins a browser does not show the header. */
function failure(status: number, type: string, message: string): Answer {
  const { headers, ...rest } = reply(status, { __type: type, message })
  return { ...rest, headers: { ...headers, 'x-amzn-errortype': type } }
}

function reply(status: number, body: object): Answer {
  const headers = {
    'content-type': 'application/x-amz-json-1.1',
    'cache-control': 'no-store',
    'x-amzn-requestid': randomUUID(),
  }
  return { status, headers, body: JSON.stringify(body) }
}

/** At most 256 characters, valid for a text column and printable. */
function shown(text = ''): string | null {
  const clean = text.toWellFormed().replace(/\p{C}/gu, '').trim().slice(0, 256)
  // Truncation may have split a surrogate pair.
  return clean.toWellFormed() || null
}

async function throttle(context: Context, ip: string): Promise<void> {
  const key = context.keyring.digest('address', networkOf(ip))
  if (!(await countWithin(context.pool, key, context.limits.perAddress, context.now())))
    throw tooManyRequests()
}
