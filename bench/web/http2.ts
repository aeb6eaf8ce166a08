import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs'
import { request as requestUpstream } from 'node:http'
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { brotliCompressSync } from 'node:zlib'
import type { Certificate } from '../../drills/certificate.ts'

type Serve = (request: Http2ServerRequest, response: Http2ServerResponse) => void

/** Serves over HTTP/2 with TLS on loopback, as a balancer does. `run` gets the address. */
export async function withHttp2<Result>(
  { key, certificate }: Certificate,
  serve: Serve,
  run: (baseURL: string) => Promise<Result>,
): Promise<Result> {
  const server = createSecureServer({ key, cert: certificate }, serve)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    return await run(`https://127.0.0.1:${(server.address() as AddressInfo).port}`)
  } finally {
    server.close()
  }
}

/** Passes requests on to an HTTP/1.1 server. */
export function forwardTo(upstream: string): Serve {
  return (request, response) => {
    const { authority } = request
    const names = Object.entries(request.headers).filter(([name]) => !name.startsWith(':'))
    const forwarded = requestUpstream(new URL(request.url, upstream), {
      method: request.method,
      headers: { ...Object.fromEntries(names), host: authority },
    })
    forwarded.on('response', (reply) => {
      const { connection, 'keep-alive': keepAlive, 'transfer-encoding': encoding, ...headers } = reply.headers
      response.writeHead(reply.statusCode ?? 502, headers)
      reply.pipe(response)
    })
    forwarded.on('error', () => response.stream?.destroy())
    response.on('close', () => forwarded.destroy())
    request.pipe(forwarded)
  }
}

const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
}

/** Serves the production build of a single-page application: its files in brotli, `assets` immutable. */
export function folderOf(dist: string): Serve {
  const compressed = new Map<string, Buffer>()
  const bytesOf = (file: string) => {
    const known = compressed.get(file) ?? brotliCompressSync(readFileSync(file))
    compressed.set(file, known)
    return known
  }
  return async (request, response) => {
    await buffer(request)
    const path = join(dist, new URL(request.url, 'http://any').pathname)
    const file = existsSync(path) && statSync(path).isFile() ? path : join(dist, 'index.html')
    const type = TYPES[extname(file)]
    const cache = path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'
    if (!type) return void createReadStream(file).pipe(response)
    response.writeHead(200, { 'content-type': type, 'content-encoding': 'br', 'cache-control': cache })
    response.end(bytesOf(file))
  }
}
