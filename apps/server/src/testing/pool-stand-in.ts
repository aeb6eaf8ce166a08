import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { IdentityProvider } from '@backoffice/identity'

/** The administration of a cloud pool on the wire, played by an embedded provider behind an HTTP server. */
export async function startPoolStandIn(handler: IdentityProvider['adminRequestHandler']) {
  const server = createServer(async (request, reply) => {
    try {
      const headers = { 'x-amz-target': String(request.headers['x-amz-target']) }
      const { response } = await handler.handle({ headers, body: await buffer(request) })
      reply.writeHead(response.statusCode, response.headers).end(response.body)
    } catch {
      request.socket.destroy()
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // It listens on a port, not on a pipe.
  const { port } = server.address() as AddressInfo
  return {
    /** Of the client: the stand-in does not check signatures. */
    clientConfig: {
      region: 'ap-southeast-1',
      endpoint: `http://127.0.0.1:${port}`,
      credentials: { accessKeyId: 'stand-in', secretAccessKey: 'stand-in' },
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
