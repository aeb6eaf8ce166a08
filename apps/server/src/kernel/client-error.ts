import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import { type ErrorCode, HttpError, toProblem } from './errors.ts'

const CODES: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
}

/** Replies with a problem document to a request that is not valid HTTP. */
export function rejectUnparsable(error: NodeJS.ErrnoException, socket: Socket): void {
  // The client closed the connection.
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const requestId = randomUUID()
  const httpError = new HttpError(CODES[error.code ?? ''] ?? 'bad_request')
  const problem = toProblem(httpError, requestId, null)
  const body = JSON.stringify(problem)
  const head = [
    `HTTP/1.1 ${problem.status} ${problem.title}`,
    'content-type: application/problem+json',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${requestId}`,
    'cache-control: no-store',
    'connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}
