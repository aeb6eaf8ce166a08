import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../../dev/ports.ts'
import type { OtherBrowsers } from '../../dev/test/browsers.ts'
import { type Engine, type RunningProgram, startProgram, until, VIEW } from './engine.ts'

const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'
/** Includes the window frame and the browser's bars around the page. */
const SCREEN = { width: VIEW.width + 100, height: VIEW.height + 250 }

/** The browser's bars would keep its window wider than a phone. */
const NARROW_BARS =
  '* { min-width: 0; min-height: 0; margin: 0; padding: 0; border-width: 0; font-size: 1px; }'

/** WebKitGTK's MiniBrowser through its WebDriver, on a virtual display. */
export async function startWebKit(browsers: OtherBrowsers): Promise<Engine> {
  const started: RunningProgram[] = []
  const stop = async () => {
    for (const program of started.reverse()) await program.stop()
  }
  try {
    const display = startProgram(browsers.display, () => [
      ...['-displayfd', '1', '-nolisten', 'tcp'],
      ...['-screen', '0', `${SCREEN.width}x${SCREEN.height}x24`],
    ])
    started.push(display)
    const number = await until('a display', () => /^(\d+)\n/m.exec(display.output())?.[1])
    const port = await freePort()
    const service = startProgram(
      browsers.webkitDriver,
      (folder) => {
        mkdirSync(join(folder, 'downloads'))
        mkdirSync(join(folder, '.config/gtk-3.0'), { recursive: true })
        writeFileSync(join(folder, '.config/gtk-3.0/gtk.css'), NARROW_BARS)
        writeFileSync(join(folder, '.config/user-dirs.dirs'), 'XDG_DOWNLOAD_DIR="$HOME/downloads"\n')
        return [`--port=${port}`, '--host=127.0.0.1']
      },
      {
        DISPLAY: `:${number}`,
        GDK_BACKEND: 'x11',
        // The sandbox needs rights that root in a container lacks.
        WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
        WEBKIT_DISABLE_COMPOSITING_MODE: '1',
        LIBGL_ALWAYS_SOFTWARE: '1',
        // Tests the invalid language tag "c", for which number formats throw.
        LC_ALL: 'C.UTF-8',
        GTK_A11Y: 'none',
        NO_AT_BRIDGE: '1',
      },
    )
    started.push(service)
    return await connect(`http://127.0.0.1:${port}`, browsers.webkit, service, stop)
  } catch (error) {
    await stop()
    throw error
  }
}

async function connect(
  address: string,
  binary: string,
  service: RunningProgram,
  stop: () => Promise<void>,
): Promise<Engine> {
  async function send<Result>(method: string, path: string, body?: object): Promise<Result> {
    const response = await fetch(`${address}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    })
    // Every reply of the protocol has this shape.
    const { value } = (await response.json()) as { value: Result & { error?: string; message?: string } }
    if (!response.ok) throw new Error(`${path}: ${value.error}: ${value.message}`)
    return value
  }

  await until('WebKitWebDriver listens', () => send('GET', '/status'))
  const options = { binary, args: ['--automation'] }
  const { sessionId } = await send<{ sessionId: string }>('POST', '/session', {
    capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } },
  })
  const session = `/session/${sessionId}`
  const post = <Result>(path: string, body: object) => send<Result>('POST', `${session}${path}`, body)
  await post('/timeouts', { script: 30_000, pageLoad: 30_000 })

  const complaints: string[] = []
  async function evaluate(expression: string): Promise<string> {
    const script = `const done = arguments[arguments.length - 1];
      const logged = (window.__logged ??= (${watch})());
      (async () => JSON.stringify((await (${expression})) ?? null))().then(
        (json) => done({ json, logged: logged.splice(0) }),
        (error) => done({ error: String(error), logged: logged.splice(0) }))`
    type Evaluation = { json: string; error?: string; logged: string[] }
    const { json, error, logged } = await post<Evaluation>('/execute/async', { script, args: [] })
    complaints.push(...logged)
    if (error) throw new Error(error)
    return json
  }

  async function resize({ width, height }: typeof VIEW): Promise<void> {
    const inner = JSON.parse(await evaluate('[innerWidth, innerHeight]')) as [number, number]
    if (inner[0] === width && inner[1] === height) return
    const outer = await send<typeof VIEW>('GET', `${session}/window/rect`)
    await post('/window/rect', {
      ...{ x: 0, y: 0 },
      width: outer.width + width - inner[0],
      height: outer.height + height - inner[1],
    })
    await until(`a page of ${width}x${height}`, async () => {
      const size = await evaluate('[innerWidth, innerHeight]')
      return size === JSON.stringify([width, height])
    })
  }
  await resize(VIEW)

  return {
    name: 'webkit',
    folder: service.folder,
    evaluate,
    async complaints() {
      await evaluate('null')
      return complaints
    },
    open: (url) => post('/url', { url }),
    perform: (actions) => post('/actions', { actions }),
    resize,
    async chooseFile(value, path) {
      const found = await post<Record<string, string>>('/element', { using: 'css selector', value })
      await post(`/element/${found[ELEMENT]}/value`, { text: path })
    },
    async screenshot() {
      // A screenshot waits for the next frame, which a static page never draws.
      await evaluate(
        `void (window.__moving = document.documentElement.animate({ opacity: [1, 0.999] }, 60_000))`,
      )
      const image = await send<string>('GET', `${session}/screenshot`)
      await evaluate('window.__moving.cancel()')
      return Buffer.from(image, 'base64')
    },
    async close() {
      await send('DELETE', session).catch(() => undefined)
      await stop()
    },
  }
}

/** Runs in the page. Records errors, because the protocol does not report the console. */
function watch(): string[] {
  const logged: string[] = []
  const { error } = console
  console.error = (...words: unknown[]) => {
    logged.push(words.map(String).join(' '))
    error(...words)
  }
  addEventListener('error', (event) => logged.push(String(event.message)))
  addEventListener('unhandledrejection', (event) => logged.push(String(event.reason)))
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    logged.push(`Content Security Policy: ${violatedDirective} ${blockedURI}`),
  )
  return logged
}
