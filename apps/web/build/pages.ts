import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { accessEndpoints, MODULES } from '@backoffice/contract/access'
import { SCREENS } from '@backoffice/contract/screens'
import { transform } from 'lightningcss'
import type { Frames } from '../src/app/render-frames.tsx'
import { ROUTE_FILES } from '../src/app/routes.ts'
import type { Frame } from '../src/boot/frame/show-frame.ts'
import type { PrerenderedScreen } from '../src/boot/public/prerender.tsx'
import type { FirstRequest } from '../src/net/first-requests.ts'
import type { FirstRequests } from './first-requests.ts'
import type { Manifest } from './manifest.ts'

/** Modules that a public screen imports at a later step. */
const STEPS = ['src/features/sign-in/authenticator-setup.tsx']

const CONFIG = /<script type="application\/json" id="config">.*?<\/script>/
const ROOT = '<div id="root"></div>'
const SHOW_FRAME = '<script>showFrame()</script>'
const STYLESHEET = /<link rel="stylesheet" crossorigin href="(.*?)">/

/** `pages/{name}.html` for each screen of the signed-in application, and `pages/app.html` for any other. */
export async function writeAppPages(
  dist: string,
  manifest: Manifest,
  firstRequests: FirstRequests,
  frames: Frames,
): Promise<void> {
  await mkdir(join(dist, 'pages'))
  const empty = withBuild(await takePage(dist, 'index.html'), manifest.build)
  const style = await appStyle(dist, empty, manifest)
  const early = await takeInline(dist, manifest, 'src/boot/page-start.ts')
  // Inlined, so that the first paint waits for no other file and the frame needs no second layout.
  const page = empty.replace(STYLESHEET, () => `<style>${style}</style>`)
  const write = (name: string, text: string, screen: Screen) =>
    writeFile(join(dist, `pages/${name}.html`), withScreen(text, screen, early))
  const screens = SCREENS.filter(({ path, layout }) => layout !== 'login' && !LEADS_ON.has(path))
  const ofAll = [...new Set(screens.flatMap(({ path }) => manifest.filesOf(routeOf(path))))]
  await write('app', page, { reads: [], ahead: ofAll })
  for (const { name, path } of screens) {
    const files = manifest.filesOf(routeOf(path))
    await write(name, withPreloads(page, files), {
      reads: [ACCESS, ...(firstRequests[name] ?? [])],
      ahead: ofAll.filter((file) => !files.includes(file)),
      frame: frames.get(name),
    })
  }
}

/** Every screen waits for the user's access, see `session/session-refresh.ts`. */
const ACCESS: FirstRequest = {
  base: 'userApi',
  path: accessEndpoints.getAccessPolicy.path,
  method: 'GET',
  access: [{ modules: [...MODULES] }],
}

/** Paths that only redirect. */
const LEADS_ON: ReadonlySet<string> = new Set(['/', '/users'])

/** `ahead`: files of the other screens. */
type Screen = { reads: readonly FirstRequest[]; ahead: readonly string[]; frame?: Frame | undefined }

/** Moves a script from the served folder into the pages. Not a module, because modules run late. */
async function takeInline(dist: string, manifest: Manifest, module: string): Promise<string> {
  const [file, ...others] = manifest.filesOf(module)
  if (!file || others.length > 0) throw new Error(`${module} must stand alone.`)
  const script = await readFile(join(dist, file), 'utf8')
  await rm(join(dist, file))
  // The function scope keeps its names off the page. The page's content security policy has its hash.
  return `<script>(()=>{${script.trim()}})()</script>`
}

function withScreen(page: string, { reads, ahead, frame }: Screen, early: string): string {
  const json = (id: string, data: unknown) =>
    `<script type="application/json" id="${id}">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`
  const { markup, ...access }: Partial<Frame> = frame ?? { screen: [], content: [] }
  const head = [json('frame-access', access), json('first-requests', reads), early]
  const body = markup ? [ROOT, `<template id="frame">${markup}</template>`, SHOW_FRAME] : [ROOT]
  body.push(json('ahead', ahead))
  return page
    .replace(CONFIG, (config) => [config, ...head].join('\n    '))
    .replace(ROOT, () => body.join('\n    '))
}

/** File of a screen's route, relative to the workspace. Most lookup tables share `/lookup/$table`. */
export function routeOf(path: string): string {
  const own = path.replaceAll(/\{(\w+)\}/g, '$$$1')
  const file = ROUTE_FILES.get(own) ?? ROUTE_FILES.get(own.replace(/^\/(lookup|glass)\/\w+/, '/$1/$$table'))
  if (!file) throw new Error(`${path} has no route.`)
  return `src/${file}`
}

/** The stylesheet without the rules that only public pages need. */
async function appStyle(dist: string, page: string, manifest: Manifest): Promise<string> {
  const stylesheet = await readFile(join(dist, STYLESHEET.exec(page)?.[1] ?? ''), 'utf8')
  const files = manifest.allFilesOf('index.html')
  const texts = await Promise.all(files.map((file) => readFile(join(dist, file), 'utf8')))
  return styleFor(stylesheet, texts)
}

/** Writes the prerendered page of each public screen and its payload. */
export async function writePublicPages(
  dist: string,
  manifest: Manifest,
  screens: readonly PrerenderedScreen[],
): Promise<void> {
  const head = await takeInline(dist, manifest, 'src/boot/public/submit-replay.ts')
  const empty = withBuild(await takePage(dist, 'public.html'), manifest.build).replace(
    CONFIG,
    (config) => `${config}\n    ${head}`,
  )
  const file = join(dist, STYLESHEET.exec(empty)?.[1] ?? '')
  const stylesheet = await readFile(file, 'utf8')
  // Every page inlines its part.
  await rm(file)
  // Includes the styles of the screens reachable without a page load.
  const screenModules = screens.filter(({ path }) => path !== '/components').map(({ module }) => module)
  const siblings = [...screenModules, ...STEPS]
  for (const { path, title, markup, payload, module } of screens) {
    const files = manifest.filesOf(module)
    // The examples of /components import modules on demand.
    const own = path === '/components' ? manifest.allFilesOf(module) : files
    const shown = new Set([...own, ...siblings.flatMap((each) => manifest.filesOf(each))])
    const scripts = await Promise.all([...shown].map((file) => readFile(join(dist, file), 'utf8')))
    const json = JSON.stringify(payload)
    const page = withPreloads(empty, files)
      .replace(STYLESHEET, () => `<style>${styleFor(stylesheet, [markup, ...scripts])}</style>`)
      .replace('__PAYLOAD__', () => json.replaceAll('<', '\\u003c'))
      .replace(/<title>.*?<\/title>/, () => title)
      .replace(ROOT, () => `<div id="root">${markup}</div>`)
    await writeFile(join(dist, `pages/${path.slice(1)}.html`), page)
    await mkdir(join(dist, path))
    await writeFile(join(dist, path, '_payload.json'), json)
  }
}

async function takePage(dist: string, name: string): Promise<string> {
  const page = await readFile(join(dist, name), 'utf8')
  await rm(join(dist, name))
  return page
}

function withBuild(page: string, build: string): string {
  return page.replace('</head>', `  <meta name="build" content="${build}">\n  </head>`)
}

/** FirstRequests modules together with the page instead of after its scripts have run. */
function withPreloads(page: string, files: readonly string[]): string {
  const missing = files.filter((file) => !page.includes(`"${file}"`))
  const links = missing.map((file) => `<link rel="modulepreload" crossorigin href="${file}">\n    `).join('')
  return page.replace('<meta name="build"', `${links}<meta name="build"`)
}

/** Part of a stylesheet that a page can need: rules without a class, and rules whose classes all appear in `texts`. */
export function styleFor(stylesheet: string, texts: readonly string[]): string {
  const isNamed = (name: string) => texts.some((text) => text.includes(name))
  const { code } = transform({
    filename: 'part.css',
    code: Buffer.from(stylesheet),
    minify: true,
    visitor: {
      Rule: {
        style: (rule) => {
          const { selectors } = rule.value
          const wanted = selectors.some((parts) =>
            parts.every((part) => part.type !== 'class' || isNamed(part.name)),
          )
          return wanted ? undefined : []
        },
      },
    },
  })
  return code.toString()
}
