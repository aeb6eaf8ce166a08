import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { freePort } from '../dev/ports.ts'
import { startRoundRobin } from './round-robin.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

async function listen(handler: RequestListener): Promise<number> {
  const server: Server = createServer(handler)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return (server.address() as AddressInfo).port
}

async function balance(...ports: number[]): Promise<string> {
  const balancer = await startRoundRobin(ports)
  closing.push(balancer.close)
  return balancer.address
}

const echo =
  (name: string): RequestListener =>
  async (request, reply) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    reply.setHeader('set-cookie', ['a=1', 'b=2'])
    reply.end(`${name} ${request.method} ${request.url} ${Buffer.concat(chunks)}`)
  }

test('sends requests with their bodies to each process in turn', async () => {
  const address = await balance(await listen(echo('one')), await listen(echo('two')))
  const send = async () => {
    const reply = await fetch(`${address}/a?b=c`, { method: 'POST', body: 'text' })
    expect(reply.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
    return reply.text()
  }
  const replies = [await send(), await send(), await send()]
  expect(replies).toEqual(['one', 'two', 'one'].map((name) => `${name} POST /a?b=c text`))
})

test('skips a dead process, and replies 503 if all are dead', async () => {
  const gone = await freePort()
  const address = await balance(gone, await listen(echo('two')))
  for (let n = 0; n < 3; n++) {
    const reply = await fetch(address, { method: 'PUT', body: 'text' })
    expect(await reply.text()).toBe('two PUT / text')
  }
  expect((await fetch(await balance(gone))).status).toBe(503)
})

test('breaks off a reply that breaks off', async () => {
  const port = await listen((request, reply) => {
    reply.writeHead(200, { 'content-length': '100' })
    reply.write('half', () => request.socket.destroy())
  })
  const reply = await fetch(await balance(port))
  await expect(reply.text()).rejects.toThrow()
})
