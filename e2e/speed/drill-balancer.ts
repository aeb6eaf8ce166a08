import { type Browser, chromium } from '@playwright/test'
import { median } from '../../bench/measure.ts'
import { type Timings, timeDashboard, timeList, timeSignIn } from '../../bench/web/user-timings.ts'
import { startProduct } from '../../dev/drill/product.ts'
import { runDrill } from '../../dev/drill/run-drill.ts'
import { startTlsBalancer } from '../../dev/drill/tls-balancer.ts'
import { startPostgres } from '../../dev/postgres/start.ts'
import { buildWeb } from '../../dev/start/web-build.ts'
import { launchOptions } from '../browser.ts'
import { aFile, asUpload } from '../tests/card-files.ts'
import { sessionOf, signIn } from '../tests/demo-users.ts'
import { runInquiry, uploadFile } from '../tests/inquiry-page.ts'

/**
 * `npm run drill:balancer`: two web processes behind HAProxy with TLS, turn by turn. The main job over HTTP/2, what the
 * replies say of the balancer, and what a member of staff feels over HTTP/2 against HTTP/1.1.
 */
const ROUNDS = 3

await runDrill('balancer', async (drill) => {
  await buildWeb(new AbortController().signal)
  const postgres = await startPostgres({ dataDir: `${drill.folder}/postgres` })
  drill.onStop(() => postgres.stop())
  const { webPorts } = await startProduct(drill, {
    databaseUrl: postgres.urlFor('backoffice'),
    ownerUrl: postgres.urlFor('backoffice', 'backoffice_owner'),
    env: { TRUSTED_PROXIES: '127.0.0.1' },
  })
  const addresses = await startTlsBalancer(drill, webPorts)
  const browser = trusting(await chromium.launch(launchOptions))
  drill.onStop(() => browser.close())
  const failures = await walk(browser, addresses.http2)
  for (const failure of failures) console.log(`BAD   ${failure}`)
  await compare(browser, addresses)
  return failures.length === 0
})

/** With the certificate of the drill, also where helpers open pages of their own. */
function trusting(browser: Browser): Browser {
  const newContext = browser.newContext.bind(browser)
  browser.newContext = (options) => newContext({ ...options, ignoreHTTPSErrors: true })
  return browser
}

/** The main job, every request at the other process than the one before. Answers what was not as it should be. */
async function walk(browser: Browser, baseURL: string): Promise<string[]> {
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
  await page.getByText(/rows answered/).waitFor()
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download result' }).click()
  const link = (await downloading).url()
  if (!link.startsWith(`${baseURL}/`)) failures.add(`the link of the result leads to ${new URL(link).origin}`)
  for (const origin of sent) if (origin !== baseURL) failures.add(`a request went to ${origin}`)
  if ((await context.cookies()).length > 0) failures.add('a cookie was set')
  await context.close()
  console.log('good  the main job over HTTP/2, turn by turn, links and headers')
  return [...failures]
}

async function compare(browser: Browser, addresses: { http1: string; http2: string }) {
  const felt = { http1: [] as Timings[], http2: [] as Timings[] }
  for (let round = 0; round < ROUNDS; round += 1)
    for (const version of ['http1', 'http2'] as const) {
      const baseURL = addresses[version]
      const state = await sessionOf(browser, baseURL, 'lookup')
      felt[version].push({
        ...(await timeSignIn(browser, baseURL)),
        ...(await timeDashboard(browser, baseURL, state)),
        ...(await timeList(browser, baseURL, state)),
      })
    }
  console.log(`\n${'medians, ms'.padEnd(42)}HTTP/2  HTTP/1.1   ratio`)
  for (const name of Object.keys(felt.http2[0] ?? {})) {
    const [two, one] = [felt.http2, felt.http1].map((all) =>
      median(all.map((each) => each[name] ?? Number.NaN)),
    )
    if (one === undefined || two === undefined || one < 1) continue
    console.log(
      `${name.padEnd(40)}${two.toFixed(0).padStart(8)}${one.toFixed(0).padStart(10)}${(two / one).toFixed(2).padStart(8)}`,
    )
  }
}
