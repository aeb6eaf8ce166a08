import { createServer } from 'node:net'

/** The preferred port if it is free on the address, else any free one. */
export async function freePort(preferred = 0, host = '127.0.0.1'): Promise<number> {
  return (await tryPort(preferred, host)) ?? (await tryPort(0, host)) ?? 0
}

export function tryPort(port: number, host = '127.0.0.1'): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(undefined))
    server.listen(port, host, () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : undefined))
    })
  })
}
