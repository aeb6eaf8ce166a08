import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { IdentityProvider } from '@backoffice/identity'

/** Administration of a cloud pool over HTTP, implemented by an embedded provider. */
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
  // Listens on a port, not on a pipe.
  const { port } = server.address() as AddressInfo
  return {
    /** Configuration of the client. Signatures are not checked. */
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
