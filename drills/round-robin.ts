import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * A balancer: sends each request to the next port that accepts the connection. A reply that breaks off breaks off here
 * too.
 */
export async function startRoundRobin(ports: readonly number[]) {
  const agent = new Agent({ keepAlive: true, maxSockets: 500 })
  let turn = 0

  function forward(incoming: IncomingMessage, reply: ServerResponse, tries: number) {
    if (tries === 0) return reply.writeHead(503, { 'retry-after': '1' }).end()
    const port = ports[turn++ % ports.length]
    const { method, url: path, headers } = incoming
    const outgoing = request({ agent, host: '127.0.0.1', port, method, path, headers })
    // Wait for the connection: a body that is already read cannot be sent to another process.
    outgoing.once('socket', (socket) => {
      if (socket.connecting) socket.once('connect', () => incoming.pipe(outgoing))
      else incoming.pipe(outgoing)
    })
    outgoing.once('response', (response) => {
      reply.writeHead(response.statusCode ?? 502, response.rawHeaders)
      response.pipe(reply)
      response.once('error', () => reply.destroy())
      // For event streams.
      reply.flushHeaders()
    })
    outgoing.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') forward(incoming, reply, tries - 1)
      else reply.destroy()
    })
    reply.once('close', () => outgoing.destroy())
  }

  const server = createServer((incoming, reply) => {
    incoming.on('error', () => {})
    forward(incoming, reply, ports.length)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // It listens on TCP.
  const { port } = server.address() as AddressInfo
  return {
    address: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections()
      agent.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
