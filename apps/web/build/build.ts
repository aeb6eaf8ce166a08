import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { HOME_PATH } from '@backoffice/contract/screens'
import { build } from 'vite'
import type { renderFrames as RenderFrames } from '../src/app/render-frames.tsx'
import type { prerender as Prerender } from '../src/boot/public/prerender.tsx'
import { readFirstRequests } from './first-requests.ts'
import { readManifest } from './manifest.ts'
import { routeOf, writeAppPages, writePublicPages } from './pages.ts'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)
const TEXT = /\.(js|css|svg|json|csv)$/

/**
 * Writes `x.js.br` and `x.js.gz` next to `x.js`, so that the server only picks a file. Pages are left out, because the
 * server fills them in for each request.
 */
async function compress(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !TEXT.test(entry.name)) continue
    const path = join(entry.parentPath, entry.name)
    const bytes = await readFile(path)
    const options = {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }
    await writeFile(`${path}.br`, await brotli(bytes, options))
    await writeFile(`${path}.gz`, await zip(bytes, { level: 9 }))
  }
}

/**
 * Builds `dist`: assets named by their content, one page per screen in `pages/`, the payload of each
 * public screen, and the files that announce a newer build to open pages.
 */
const root = join(import.meta.dirname, '..')
const dist = join(root, 'dist')
const serverSide = join(root, 'dist-prerender')

await build({ root, logLevel: 'warn' })
await build({
  root,
  logLevel: 'warn',
  build: {
    ssr: true,
    rolldownOptions: { input: ['src/boot/public/prerender.tsx', 'src/app/render-frames.tsx'] },
    outDir: serverSide,
    copyPublicDir: false,
  },
  ssr: { noExternal: true },
})
const built = (name: string) => import(join(serverSide, `${name}.js`))
// Built from the sources of the imported types.
const { prerender } = (await built('prerender')) as { prerender: typeof Prerender }
const { renderFrames } = (await built('render-frames')) as { renderFrames: typeof RenderFrames }

const manifest = await readManifest(dist)
const builtAt = new Date()
await writeAppPages(dist, manifest, await readFirstRequests(), await renderFrames())
const screens = await prerender({
  build: manifest.build,
  builtAt: builtAt.toISOString(),
  ahead: manifest.filesOf(routeOf(HOME_PATH)),
})
await writePublicPages(dist, manifest, screens)
await writeBuildFiles(
  manifest.build,
  screens.map(({ path }) => path),
)
await compress(dist)
await rm(serverSide, { recursive: true })
console.log(`Built ${manifest.build} with ${screens.length} prerendered screens.`)

/** Files that open pages poll for a newer build; times in milliseconds since 1970. */
async function writeBuildFiles(id: string, prerendered: readonly string[]): Promise<void> {
  const timestamp = builtAt.getTime()
  const rules = Object.fromEntries(prerendered.map((path) => [path, { prerender: true }]))
  const matcher = { static: rules, wildcard: {}, dynamic: {} }
  await mkdir(join(dist, 'builds/meta'), { recursive: true })
  await writeFile(join(dist, 'builds/latest.json'), JSON.stringify({ id, timestamp }))
  await writeFile(
    join(dist, `builds/meta/${id}.json`),
    JSON.stringify({ id, timestamp, matcher, prerendered }),
  )
}
