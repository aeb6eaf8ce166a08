import { Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import type { Request } from './oddities.ts'

export type Answer = { status: number; headers: IncomingHttpHeaders; body: string }

const TIMEOUT_MS = 30_000
/** Of a stream that never ends, as much as comes first. */
const STREAM = 'text/event-stream'

/** Sends requests to a server on this machine as they are. A refused body ends its connection: each has one of its own. */
export function createSender(port: number): {
  send: (request: Request) => Promise<Answer>
  close: () => void
} {
  const agent = new Agent({ keepAlive: false })
  const send = ({ method, path, headers, body }: Request) =>
    new Promise<Answer>((resolve, reject) => {
      const length = body ? { 'content-length': String(body.length) } : {}
      const options = {
        host: '127.0.0.1',
        port,
        agent,
        method,
        path,
        headers: { ...headers, ...length },
        timeout: TIMEOUT_MS,
      }
      let hasReply = false
      const sent = httpRequest(options, (reply) => {
        const chunks: Buffer[] = []
        const end = () =>
          resolve({
            status: reply.statusCode ?? 0,
            headers: reply.headers,
            body: Buffer.concat(chunks).toString(),
          })
        reply.on('data', (chunk: Buffer) => chunks.push(chunk))
        hasReply = true
        reply.once('error', reject)
        reply.once('end', end)
        if (reply.headers['content-type']?.startsWith(STREAM)) {
          end()
          reply.destroy()
        }
      })
      sent.once('timeout', () => sent.destroy(new Error(`no answer within ${TIMEOUT_MS / 1_000} s`)))
      // The rest of a body that was refused cannot be written.
      sent.on('error', (error) => hasReply || reject(error))
      sent.end(body)
    })
  return { send, close: () => agent.destroy() }
}

/** The request as a command of a shell. */
export function asCommand({ method, path, headers, body }: Request): string {
  const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
  const named = Object.entries(headers).map(([name, value]) => {
    const shown = name === 'authorization' && value.length > 60 ? 'Bearer $TOKEN' : value
    return `-H ${name === 'authorization' ? `"${name}: ${shown}"` : quoted(`${name}: ${shown}`)}`
  })
  const data = body === undefined ? [] : [`--data-binary ${quoted(body.toString().slice(0, 2_000))}`]
  return ['curl', '-i', '-X', method, ...named, ...data, quoted(`http://127.0.0.1:3000${path}`)].join(' ')
}
