import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'
import { median } from '../bench/measure.ts'
import { type Timings, timeDashboard, timeList, timeSignIn } from '../bench/web/user-timings.ts'
import { freePort } from '../dev/ports.ts'
import { buildWeb } from '../dev/start/web-build.ts'
import { launchOptions } from '../e2e/browser.ts'
import { aFile, asUpload } from '../e2e/tests/card-files.ts'
import { sessionOf, signIn } from '../e2e/tests/demo-users.ts'
import { runInquiry, uploadFile } from '../e2e/tests/inquiry-page.ts'
import { type Drill, runDrill } from './drill.ts'
import { startDatabase, startProduct } from './product.ts'
import { requirePrograms, until } from './services.ts'

/**
 * `npm run drill:balancer`: two web processes in turn behind HAProxy with TLS. Checks the main job over HTTP/2 with the
 * headers and links of its replies, and compares waiting times over HTTP/2 and HTTP/1.1.
 */
const ROUNDS = 3

await runDrill('balancer', async (drill) => {
  await buildWeb(new AbortController().signal)
  const { url, ownerUrl } = await startDatabase(drill)
  const { webPorts } = await startProduct(drill, { url, ownerUrl, env: { TRUSTED_PROXIES: '127.0.0.1' } })
  const addresses = await startTlsBalancer(drill, webPorts)
  const browser = trusting(await chromium.launch(launchOptions))
  drill.onStop(() => browser.close())
  const failures = await runMainJob(browser, addresses.http2)
  drill.check('the main job over HTTP/2, its links and headers', failures.length === 0, failures.join('; '))
  await compare(browser, addresses)
})

/** Accepts the drill's certificate, also in pages that helpers open. */
function trusting(browser: Browser): Browser {
  const newContext = browser.newContext.bind(browser)
  browser.newContext = (options) => newContext({ ...options, ignoreHTTPSErrors: true })
  return browser
}

/** Runs the main job, alternating processes; returns the failures. */
async function runMainJob(browser: Browser, baseURL: string): Promise<string[]> {
  const context = await browser.newContext({ baseURL })
  const page = await context.newPage()
  const failures = new Set<string>()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  session.on('Network.responseReceived', ({ response: { protocol, url, headers } }) => {
    if (!url.startsWith('http')) return
    if (protocol !== 'h2') failures.add(`${new URL(url).pathname} came over ${protocol}`)
    if (!headers['strict-transport-security']) failures.add(`${new URL(url).pathname} came without HSTS`)
  })
  const sent = new Set<string>()
  page.on('request', (request) => {
    if (request.url().startsWith('http')) sent.add(new URL(request.url()).origin)
  })
  await signIn(page, 'agent')
  await uploadFile(page, asUpload(aFile(300)))
  await runInquiry(page)
  await page.getByText(/rows processed/).waitFor()
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download result' }).click()
  const link = (await downloading).url()
  if (!link.startsWith(`${baseURL}/`)) failures.add(`the link of the result leads to ${new URL(link).origin}`)
  for (const origin of sent) if (origin !== baseURL) failures.add(`a request went to ${origin}`)
  if ((await context.cookies()).length > 0) failures.add('a cookie was set')
  await context.close()
  return [...failures]
}

async function compare(browser: Browser, addresses: { http1: string; http2: string }) {
  const timings = { http1: [] as Timings[], http2: [] as Timings[] }
  for (let round = 0; round < ROUNDS; round += 1)
    for (const version of ['http1', 'http2'] as const) {
      const baseURL = addresses[version]
      const state = await sessionOf(browser, baseURL, 'lookup')
      timings[version].push({
        ...(await timeSignIn(browser, baseURL)),
        ...(await timeDashboard(browser, baseURL, state)),
        ...(await timeList(browser, baseURL, state)),
      })
    }
  const medianOf = (all: readonly Timings[], name: string) =>
    median(all.map((each) => each[name] ?? Number.NaN))
  const rows = Object.keys(timings.http2[0] ?? {}).map((name) => {
    const [two, one] = [medianOf(timings.http2, name), medianOf(timings.http1, name)]
    return [
      name,
      { 'HTTP/2, ms': Math.round(two), 'HTTP/1.1, ms': Math.round(one), ratio: (two / one).toFixed(2) },
    ]
  })
  console.table(Object.fromEntries(rows))
}

/** HAProxy with TLS on loopback, alternating between the ports: one address with HTTP/2, another with HTTP/1.1 only. */
async function startTlsBalancer(
  drill: Drill,
  ports: readonly number[],
): Promise<{ http2: string; http1: string }> {
  requirePrograms(['haproxy', 'openssl'], 'haproxy openssl')
  const certificate = makeCertificate(drill.folder)
  const [http2, http1] = [await freePort(), await freePort()]
  const config = join(drill.folder, 'balancer.cfg')
  writeFileSync(
    config,
    `
global
  maxconn 2000
defaults
  mode http
  timeout connect 2s
  timeout client 1h
  timeout server 1h
frontend web
  bind 127.0.0.1:${http2} ssl crt ${certificate} alpn h2,http/1.1 ssl-min-ver TLSv1.2
  bind 127.0.0.1:${http1} ssl crt ${certificate} alpn http/1.1 ssl-min-ver TLSv1.2
  http-request set-header X-Forwarded-For %[src]
  http-request set-header X-Forwarded-Proto https
  http-request set-header X-Forwarded-Host %[req.hdr(host)]
  default_backend processes
backend processes
  balance roundrobin
  option httpchk
  http-check send meth GET uri /health/ready ver HTTP/1.1 hdr Host 127.0.0.1
${ports.map((port) => `  server web-${port} 127.0.0.1:${port} check inter 1s`).join('\n')}
`,
  )
  drill.services.start('tls-balancer', ['haproxy', '-db', '-f', config])
  const toAddress = (port: number) => `https://127.0.0.1:${port}`
  await until('the balancer', async () => {
    execFileSync('openssl', ['s_client', '-connect', `127.0.0.1:${http2}`], {
      input: '',
      stdio: ['pipe', 'ignore', 'ignore'],
    })
    return true
  })
  return { http2: toAddress(http2), http1: toAddress(http1) }
}

/** A one-day certificate for 127.0.0.1, with its key in the same file for HAProxy. */
function makeCertificate(folder: string): string {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  const name = '-subj /CN=127.0.0.1 -addext subjectAltName=IP:127.0.0.1 -days 1'
  const kind = '-x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes'
  const args = `req ${kind} ${name}`.split(' ')
  execFileSync('openssl', [...args, '-keyout', key, '-out', certificate], { stdio: 'ignore' })
  const both = join(folder, 'both.pem')
  writeFileSync(both, readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8'), { mode: 0o600 })
  return both
}
