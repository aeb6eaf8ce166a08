import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider'
import type { IdentityMessage, IdentityOptions } from '../../index.ts'
import { createTestDatabase } from '../database.ts'
import { CLIENT_ID, createTestProvider, USER_POOL_ID } from '../provider.ts'

/** A pool under test, embedded or in the cloud. */
export type Target = {
  userPoolId: string
  clientId: string
  region: string
  issuer: string
  /** `undefined` for the cloud's endpoint of the region. */
  endpoint: string | undefined
  /** Client for administration, signed or in process. */
  admin: CognitoIdentityProviderClient
  /** Messages sent so far; `undefined` for a real pool. */
  outbox: readonly IdentityMessage[] | undefined
  /** `undefined` to fetch the keys from the issuer. */
  jwks: (() => Promise<object>) | undefined
  /** Time of the pool's clock, in milliseconds since 1970. */
  now: () => number
  /** `undefined` for a real pool, whose clock cannot be advanced. */
  advance: ((ms: number) => void) | undefined
  close: () => Promise<void>
}

/** Starts the provider on its own port, for HTTP requests as from a browser. */
export async function startEmbeddedTarget(options: Partial<IdentityOptions> = {}): Promise<Target> {
  const database = await createTestDatabase()
  let offsetMs = 0
  const now = () => Date.now() + offsetMs
  const { provider, sdk, outbox } = createTestProvider(database.pool, { clock: now, ...options })
  await provider.warmUp()
  const server = createServer(async (request, response) => {
    const reply = await provider.handle({
      target: request.headers['x-amz-target']?.toString(),
      body: Buffer.concat(await request.toArray()),
      userAgent: request.headers['user-agent'],
      ip: request.socket.remoteAddress ?? '',
    })
    response.writeHead(reply.status, reply.headers).end(reply.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // Listening on a port, so not a pipe's name.
  const { port } = server.address() as AddressInfo
  return {
    userPoolId: USER_POOL_ID,
    clientId: CLIENT_ID,
    region: 'ap-southeast-1',
    issuer: 'http://127.0.0.1/idp',
    endpoint: `http://127.0.0.1:${port}/idp/`,
    admin: sdk,
    outbox,
    jwks: () => provider.jwks(),
    now,
    advance: (ms) => {
      offsetMs += ms
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await provider.close()
      await database.drop()
    },
  }
}
