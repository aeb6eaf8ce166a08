import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import { HttpError, toProblem } from './errors.ts'

/** Answers what cannot be parsed as HTTP, so that no route gets it, with a problem document. */
export function rejectUnparsable(error: NodeJS.ErrnoException, socket: Socket): void {
  // The client closed the connection.
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const requestId = randomUUID()
  const httpError = new HttpError(error.code === 'HPE_HEADER_OVERFLOW' ? 'headers_too_large' : 'bad_request')
  const problem = toProblem(httpError, requestId)
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
