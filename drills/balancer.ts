import { execFileSync } from 'node:child_process'
import { createHash, createPublicKey } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'
import { freePort } from '../dev/ports.ts'
import { buildWeb } from '../dev/start/web-build.ts'
import { launchOptions } from '../e2e/browser.ts'
import { aFile, asUpload } from '../e2e/tests/card-files.ts'
import { fillSignIn, PASSWORD } from '../e2e/tests/demo-users.ts'
import { runInquiry, uploadFile } from '../e2e/tests/page-objects.ts'
import { type Drill, runDrill } from './drill.ts'
import { startDatabase, startProduct } from './product.ts'
import { requirePrograms, until } from './services.ts'

/**
 * `npm run drill:balancer`: two alternating web processes behind HAProxy with TLS. Checks the main job over HTTP/2 with
 * the headers and links of its replies.
 */

await runDrill('balancer', async (drill) => {
  await buildWeb()
  const { url, ownerUrl } = await startDatabase(drill)
  const { addresses } = await startProduct(drill, { url, ownerUrl, env: { TRUSTED_PROXIES: '127.0.0.1' } })
  const baseURL = await startTlsBalancer(drill, addresses)
  const browser = await chromium.launch(launchOptions)
  drill.onStop(() => browser.close())
  const failures = await runMainJob(browser, baseURL)
  drill.check('the main job over HTTP/2, its links and headers', failures.length === 0, failures.join('; '))
})

/** Runs the main job, alternating processes; returns the failures. */
async function runMainJob(browser: Browser, baseURL: string): Promise<string[]> {
  const context = await browser.newContext({ baseURL, ignoreHTTPSErrors: true })
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
  await page.goto('/login')
  await fillSignIn(page, 'agent@backoffice.test', PASSWORD)
  await page.getByRole('heading', { name: 'Operational Dashboard' }).waitFor()
  await uploadFile(page, asUpload(aFile(300)))
  await runInquiry(page)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download result' }).click()
  const link = (await downloading).url()
  if (!link.startsWith(`${baseURL}/`)) failures.add(`the link of the result leads to ${new URL(link).origin}`)
  for (const origin of sent) if (origin !== baseURL) failures.add(`a request went to ${origin}`)
  if ((await context.cookies()).length > 0) failures.add('a cookie was set')
  await context.close()
  return [...failures]
}

/** HAProxy with TLS and HTTP/2 on loopback, alternating between the processes. */
async function startTlsBalancer(drill: Drill, addresses: readonly string[]): Promise<string> {
  requirePrograms(['haproxy', 'openssl'], 'haproxy openssl')
  const { key, certificate } = makeCertificate(drill.folder)
  // HAProxy reads both from one file.
  const both = join(drill.folder, 'both.pem')
  writeFileSync(both, certificate + key, { mode: 0o600 })
  const address = `127.0.0.1:${await freePort()}`
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
  bind ${address} ssl crt ${both} alpn h2,http/1.1 ssl-min-ver TLSv1.2
  http-request set-header X-Forwarded-For %[src]
  http-request set-header X-Forwarded-Proto https
  http-request set-header X-Forwarded-Host %[req.hdr(host)]
  default_backend processes
backend processes
  balance roundrobin
  option httpchk
  http-check send meth GET uri /health/live ver HTTP/1.1 hdr Host 127.0.0.1
${addresses.map((each, index) => `  server web-${index} ${new URL(each).host} check inter 1s`).join('\n')}
`,
  )
  drill.services.start('tls-balancer', ['haproxy', '-db', '-f', config])
  await until('the balancer', async () => {
    execFileSync('openssl', ['s_client', '-connect', address], {
      input: '',
      stdio: ['pipe', 'ignore', 'ignore'],
    })
    return true
  })
  return `https://${address}`
}

/** In PEM. `fingerprint`: SHA-256 of its public key in base64, for Chromium to trust it. */
export type Certificate = { key: string; certificate: string; fingerprint: string }

/** A certificate for 127.0.0.1 that is valid for a day. `folder` gets its files. Needs openssl. */
export function makeCertificate(folder: string): Certificate {
  const [keyFile, certificateFile] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  const name = '-subj /CN=127.0.0.1 -addext subjectAltName=IP:127.0.0.1 -days 1'
  const kind = '-x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes'
  const args = `req ${kind} ${name}`.split(' ')
  execFileSync('openssl', [...args, '-keyout', keyFile, '-out', certificateFile], { stdio: 'ignore' })
  const certificate = readFileSync(certificateFile, 'utf8')
  const publicKey = createPublicKey(certificate).export({ type: 'spki', format: 'der' })
  const fingerprint = createHash('sha256').update(publicKey).digest('base64')
  return { key: readFileSync(keyFile, 'utf8'), certificate, fingerprint }
}
