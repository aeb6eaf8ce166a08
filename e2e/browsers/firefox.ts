import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { OtherBrowsers } from '../../dev/test/browsers.ts'
import { type Engine, type RunningProgram, startProgram, until, VIEW } from './engine.ts'

/** Downloads without a prompt and sends no requests of its own. Firefox itself sets the rest for automation. */
const PREFERENCES = (downloads: string) => ({
  'browser.download.folderList': 2,
  'browser.download.dir': downloads,
  'browser.download.useDownloadDir': true,
  'browser.download.always_ask_before_handling_new_types': false,
  'browser.helperApps.neverAsk.saveToDisk': 'text/csv,application/octet-stream',
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'app.normandy.enabled': false,
  // A wheel turn takes effect at once.
  'general.smoothScroll': false,
  'services.settings.server': 'data:,#remote-settings-dummy/v1',
})

/** Firefox through WebDriver BiDi, which needs no driver. */
export async function startFirefox({ firefox }: OtherBrowsers): Promise<Engine> {
  const browser = startProgram(firefox, (folder) => {
    const downloads = join(folder, 'downloads')
    const profile = join(folder, 'profile')
    for (const made of [downloads, profile]) mkdirSync(made)
    const lines = Object.entries(PREFERENCES(downloads)).map(
      ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`,
    )
    writeFileSync(join(profile, 'user.js'), lines.join(''))
    return ['-headless', '-no-remote', '-profile', profile, '-remote-debugging-port', '0']
  })
  try {
    const address = await until(
      'Firefox listens',
      () => /WebDriver BiDi listening on (ws:\S+)/.exec(browser.output())?.[1],
    )
    return await connect(address, browser)
  } catch (error) {
    await browser.stop()
    throw error
  }
}

type Message = {
  id?: number
  result?: unknown
  error?: string
  message?: string
  method?: string
  params?: unknown
}

async function connect(address: string, { folder, stop }: RunningProgram): Promise<Engine> {
  const socket = new WebSocket(`${address}/session`)
  const waiting = new Map<number, (message: Message) => void>()
  const complaints: string[] = []
  await new Promise((resolve, reject) => {
    socket.onopen = resolve
    socket.onerror = () => reject(new Error(`No connection to ${address}`))
  })
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(String(data)) as Message
    if (message.id !== undefined) return waiting.get(message.id)?.(message)
    if (message.method !== 'log.entryAdded') return
    const { level, text } = message.params as { level: string; text: string | null }
    if (level === 'error') complaints.push(text ?? 'an error without text')
  }

  let sent = 0
  async function send<Result>(method: string, params: object = {}): Promise<Result> {
    sent += 1
    const id = sent
    const reply = await new Promise<Message>((resolve) => {
      waiting.set(id, resolve)
      socket.send(JSON.stringify({ id, method, params }))
    })
    waiting.delete(id)
    if (reply.error) throw new Error(`${method}: ${reply.error}: ${reply.message}`)
    // The protocol defines this shape for the method.
    return reply.result as Result
  }

  await send('session.new', { capabilities: {} })
  const { contexts } = await send<{ contexts: { context: string }[] }>('browsingContext.getTree')
  const context = contexts[0]?.context
  await send('session.subscribe', { events: ['log.entryAdded'] })
  // A window in the background shows no focus.
  await send('browsingContext.activate', { context })
  await send('browsingContext.setViewport', { context, viewport: VIEW })

  async function evaluate(expression: string): Promise<string> {
    type Evaluation = { result: { value: string }; exceptionDetails?: { text: string } }
    const { result, exceptionDetails } = await send<Evaluation>('script.evaluate', {
      expression: `(async () => JSON.stringify((await (${expression})) ?? null))()`,
      target: { context },
      awaitPromise: true,
    })
    if (exceptionDetails) throw new Error(exceptionDetails.text)
    return result.value
  }

  return {
    name: 'firefox',
    folder,
    evaluate,
    complaints: async () => complaints,
    open: (url) => send('browsingContext.navigate', { context, url, wait: 'complete' }),
    perform: (actions) => send('input.performActions', { context, actions }),
    resize: (viewport) => send('browsingContext.setViewport', { context, viewport }),
    async chooseFile(value, path) {
      type NodeList = { nodes: { sharedId: string }[] }
      const locator = { type: 'css', value }
      const { nodes } = await send<NodeList>('browsingContext.locateNodes', { context, locator })
      await send('input.setFiles', { context, element: { sharedId: nodes[0]?.sharedId }, files: [path] })
    },
    async screenshot() {
      const { data } = await send<{ data: string }>('browsingContext.captureScreenshot', { context })
      return Buffer.from(data, 'base64')
    },
    async close() {
      socket.close()
      await stop()
    },
  }
}
