import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider'
import type { IdentityMessage, IdentityOptions } from '../index.ts'
import { createTestDatabase } from '../testing/database.ts'
import { CLIENT_ID, createTestProvider, USER_POOL_ID } from '../testing/provider.ts'

/** What the suite needs to know of a pool, ours or the cloud's. */
export type Target = {
  userPoolId: string
  clientId: string
  region: string
  issuer: string
  /** `undefined`: the cloud's own for the region. */
  endpoint: string | undefined
  /** Signed or in process: for administration. */
  admin: CognitoIdentityProviderClient
  /** Messages sent so far; `undefined` where only a mail box would know. */
  outbox: readonly IdentityMessage[] | undefined
  /** `undefined`: fetched from the issuer. */
  jwks: (() => Promise<object>) | undefined
  /** What the pool's clock shows, in milliseconds since 1970. */
  now: () => number
  /** `undefined` where time can only be waited for. */
  advance: ((ms: number) => void) | undefined
  close: () => Promise<void>
}

/** The provider on a port of its own, called over HTTP as a browser would. */
export async function startEmbeddedTarget(options: Partial<IdentityOptions> = {}): Promise<Target> {
  const database = await createTestDatabase()
  let offsetMs = 0
  const now = () => Date.now() + offsetMs
  const { provider, sdk, outbox } = createTestProvider(database.pool, { clock: now, ...options })
  await provider.warmUp()
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const answer = await provider.handle({
      target: request.headers['x-amz-target']?.toString(),
      body: Buffer.concat(chunks),
      userAgent: request.headers['user-agent'],
      ip: request.socket.remoteAddress ?? '',
    })
    response.writeHead(answer.status, answer.headers).end(answer.body)
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
