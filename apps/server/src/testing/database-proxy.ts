import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** `away` closes connections, `silent` forwards nothing, and `replica` reports to be a hot standby. */
type State = 'there' | 'away' | 'silent' | 'replica'

/** Proxy of a database, as a host that can fail. */
export async function startDatabaseProxy(connectionString: string) {
  const target = new URL(connectionString)
  const sockets = new Set<Socket>()
  let state: State = 'there'
  const server = createServer((client) => {
    if (state === 'away') return client.destroy()
    const database = connect(Number(target.port), target.hostname)
    for (const [from, to] of [
      [client, database],
      [database, client],
    ] as const) {
      sockets.add(from)
      from.on('data', (bytes) => {
        if (state === 'silent') return
        to.write(from === database && state === 'replica' ? asStandby(bytes) : bytes)
      })
      from.on('error', () => {})
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // Listens on a port, not on a pipe.
  const { port } = server.address() as AddressInfo
  const host = `127.0.0.1:${port}`
  return {
    host,
    url: Object.assign(new URL(connectionString), { host }).href,
    become(next: State) {
      state = next
      if (next === 'away' || next === 'replica') for (const socket of sockets) socket.destroy()
    },
    async stop() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

export type DatabaseProxy = Awaited<ReturnType<typeof startDatabaseProxy>>

const NO_STANDBY = Buffer.from('in_hot_standby\0off\0')
const STANDBY = Buffer.from('in_hot_standby\0on\0')

/** Changes the server's report, which arrives in one piece on connecting. */
function asStandby(bytes: Buffer): Buffer {
  const index = bytes.indexOf(NO_STANDBY)
  if (index < 0) return bytes
  const length = Buffer.alloc(4)
  length.writeUInt32BE(4 + STANDBY.length)
  return Buffer.concat([
    bytes.subarray(0, index - 4),
    length,
    STANDBY,
    bytes.subarray(index + NO_STANDBY.length),
  ])
}
