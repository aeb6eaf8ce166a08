import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { collectDefaultMetrics, type Registry } from 'prom-client'
import { describeListenError, StartError } from '../config/start-error.ts'
import { statusOf } from './health.ts'
import type { Readiness } from './readiness.ts'

type Options = { host: string; port: number; registry: Registry; readiness: Readiness }

/** Serves metrics and health on a separate port, which is not for browsers. */
export async function startMetricsServer({ host, port, registry, readiness }: Options) {
  collectDefaultMetrics({ register: registry })
  const routes: Record<string, () => Promise<{ status?: number; type: string; body: string }>> = {
    '/metrics': async () => ({ type: registry.contentType, body: await registry.metrics() }),
    '/health/live': async () => json({ status: 'live' }),
    '/health/ready': async () => {
      const report = await readiness.report()
      return { ...json(report), status: statusOf(report) }
    },
  }
  const server = createServer(async ({ method, url = '' }, response) => {
    const path = url.split('?')[0] ?? ''
    const route = method === 'GET' && Object.hasOwn(routes, path) ? routes[path] : undefined
    const { status = 200, type, body } = (await route?.().catch(failed)) ?? missing
    response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body)
  })
  server.requestTimeout = 10_000
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => {
      const message = describeListenError(error, { host: 'METRICS_HOST', port: 'METRICS_PORT' })
      reject(message ? new StartError(message, { cause: error }) : error)
    })
    server.listen(port, host, resolve)
  })
  server.unref()
  return {
    // A server that listens on a port has this type of address.
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const json = (value: object) => ({ type: 'application/json', body: JSON.stringify(value) })
const missing = {
  status: 404,
  type: 'text/plain',
  body: 'Only /metrics, /health/live and /health/ready are available.\n',
}
const failed = () => ({ status: 500, type: 'text/plain', body: 'The metrics could not be read.\n' })
