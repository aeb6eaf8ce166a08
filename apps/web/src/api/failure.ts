import type { Problem } from '@backoffice/contract/shapes'

export type FieldFailure = { field: string; code: string; message: string }

/** Whatever went wrong with a call, in words for the person who made it. */
export class Failure extends Error {
  readonly status: number
  readonly code: string
  readonly fields: readonly FieldFailure[]
  readonly requestId: string | undefined
  readonly current: unknown

  constructor(status: number, problem: Pick<Problem, 'code' | 'detail'> & Partial<Problem>) {
    super(problem.detail)
    this.name = 'Failure'
    this.status = status
    this.code = problem.code
    this.fields = problem.errors ?? []
    this.requestId = problem.request_id
    this.current = problem.current
  }
}

const WORDS: Readonly<Record<number, string>> = {
  401: 'Your session has ended. Sign in again.',
  403: 'You may not do this.',
  404: 'This does not exist, or is not yours to see.',
  409: 'Somebody changed this in the meantime. Load it again and repeat.',
  413: 'This is too large to send.',
  429: 'Too many requests. Wait a moment and try again.',
}

function isProblem(data: unknown): data is Problem {
  return typeof data === 'object' && data !== null && 'code' in data && 'detail' in data
}

export function failureOf(status: number | undefined, data: unknown): Failure {
  if (status === undefined) {
    return new Failure(0, {
      code: 'unreachable',
      detail: 'The server cannot be reached. Check the connection and try again.',
    })
  }
  if (isProblem(data)) return new Failure(status, data)
  const detail = WORDS[status] ?? 'Something went wrong on the server. Try again in a moment.'
  return new Failure(status, { code: 'no_reason_given', detail })
}

/** Sentences of the provider and the server after which this session is over, whatever the status. */
const SESSION_OVER = new Set([
  'User is disabled.',
  'User does not exist.',
  'Access Token has been revoked',
  'Refresh Token has been revoked',
  'Refresh Token has expired',
  'Password reset required for the user',
])

export function endsSession(failure: Failure): boolean {
  return failure.status === 401 || SESSION_OVER.has(failure.message)
}

export function wordsOf(error: unknown): string {
  return error instanceof Failure ? error.message : 'Something went wrong. Try again.'
}
