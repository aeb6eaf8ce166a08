import { createReadStream, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { request as requestUpstream } from 'node:http'
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { brotliCompressSync } from 'node:zlib'
import { type Browser, chromium } from 'playwright-core'
import { type Certificate, makeCertificate } from '../../drills/balancer.ts'
import { launchOptions } from '../../e2e/browser.ts'
import { withServer } from '../../e2e/server.ts'
import { sessionOf } from '../../e2e/tests/demo-users.ts'
import { type Figure, median, publish, ratioFigure } from '../figures.ts'
import { isMeasuredRow, type MeasuredRow } from '../targets.ts'
import type { Session } from './slow-page.ts'
import {
  heapAfter,
  OURS,
  SHADCN_ADMIN,
  type Timings,
  timeList,
  timeSelect,
  timeSignIn,
} from './user-timings.ts'

/**
 * `npm run bench:web [-- --peer FOLDER] [--rounds 5]`: median waiting times of a user on a slow line and a slow machine,
 * over HTTP/2. `--peer` names the production build of shadcn-admin, which is measured in turns with ours. Never fails.
 */
const { values } = parseArgs({
  options: { peer: { type: 'string' }, rounds: { type: 'string', default: '5' } },
})
const ROUNDS = Number(values.rounds)

/** Timings and the rows of their ratios. */
const COMPARED = [
  ['web.sign-in.painted', 'web.peer.sign-in'],
  ['web.list.painted', 'web.peer.painted'],
  ['web.list.rows', 'web.peer.rows'],
  ['web.reload.rows', 'web.peer.reload'],
  ['web.screen.first', 'web.peer.first'],
  ['web.screen.later', 'web.peer.later'],
] as const

const folder = mkdtempSync(join(tmpdir(), 'bench-web-'))
const certificate = makeCertificate(folder)
rmSync(folder, { recursive: true })

await withServer((upstream) =>
  withHttp2(certificate, forwardTo(upstream), async (baseURL) => {
    const browser = await chromium.launch({
      ...launchOptions,
      args: [
        ...(launchOptions.args ?? []),
        // Unlike an ignored error, it leaves the cache working.
        `--ignore-certificate-errors-spki-list=${certificate.fingerprint}`,
        // The peer asks a foreign host for its fonts.
        '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
      ],
    })
    try {
      const session = await sessionAt(browser, upstream, baseURL)
      const { peer } = values
      if (peer) {
        await withHttp2(certificate, folderOf(peer), (peerURL) =>
          measure(browser, { baseURL, session, peerURL }),
        )
      } else await measure(browser, { baseURL, session })
    } finally {
      await browser.close()
    }
  }),
)

/** Signs in at the upstream, because the test's own calls do not trust the certificate. */
async function sessionAt(browser: Browser, upstream: string, baseURL: string): Promise<Session> {
  const { cookies, origins } = await sessionOf(browser, upstream, 'lookup')
  return { cookies, origins: origins.map((each) => ({ ...each, origin: baseURL })) }
}

type Addresses = { baseURL: string; session: Session; peerURL?: string }

async function measure(browser: Browser, { baseURL, session, peerURL }: Addresses): Promise<void> {
  const rounds: Timings[] = []
  const peerRounds: Timings[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    rounds.push({
      ...(await timeSignIn(browser, baseURL, OURS)),
      ...(await timeList(browser, { baseURL, session }, OURS)),
      ...(await timeSelect(browser, baseURL)),
    })
    if (peerURL)
      peerRounds.push({
        ...(await timeSignIn(browser, peerURL, SHADCN_ADMIN)),
        ...(await timeList(browser, { baseURL: peerURL }, SHADCN_ADMIN)),
      })
  }
  const early = await heapAfter(browser, baseURL, session, 30)
  const late = await heapAfter(browser, baseURL, session, 60)
  publish([
    ...Object.keys(rounds[0] ?? {}).map((name) => figureOf(name, rounds)),
    { row: 'web.heap', value: early, note: '' },
    { row: 'web.heap.growth', value: late / early, note: `${late.toFixed(1)} : ${early.toFixed(1)} MB` },
    ...(peerURL ? COMPARED.map(([name, row]) => againstPeer(row, name, rounds, peerRounds)) : []),
  ])
}

function medianOf(name: string, rounds: readonly Timings[]): number {
  return median(rounds.map((timings) => timings[name] ?? Number.NaN))
}

function againstPeer(
  row: MeasuredRow,
  name: string,
  rounds: readonly Timings[],
  peerRounds: readonly Timings[],
): Figure {
  return ratioFigure(row, { ours: medianOf(name, rounds), bare: medianOf(name, peerRounds) })
}

function figureOf(name: string, rounds: readonly Timings[]): Figure {
  const value = medianOf(name, rounds)
  return isMeasuredRow(name)
    ? { row: name, value, note: `median of ${ROUNDS}` }
    : { what: name, shown: value.toFixed(value < 1 ? 3 : 0) }
}

type Serve = (request: Http2ServerRequest, response: Http2ServerResponse) => void

/** Serves over HTTP/2 with TLS on loopback, as a balancer does. `run` gets the address. */
async function withHttp2<Result>(
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
function forwardTo(upstream: string): Serve {
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
function folderOf(dist: string): Serve {
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
