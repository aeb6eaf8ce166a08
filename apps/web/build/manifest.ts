import { createHash } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'

type Chunk = { file: string; imports?: string[]; dynamicImports?: string[]; css?: string[] }

export type Manifest = {
  /** Build id; equal sources have equal ids. */
  build: string
  /** Addresses of a module and its static imports; for a route, of its screen's component. */
  filesOf: (module: string) => string[]
  /** The same, including dynamic imports. */
  allFilesOf: (module: string) => string[]
}

/** Reads the bundler's manifest and removes it from the served folder. */
export async function readManifest(dist: string): Promise<Manifest> {
  const text = await readFile(join(dist, '.vite/manifest.json'), 'utf8')
  await rm(join(dist, '.vite'), { recursive: true })
  // The bundler's documented format.
  const chunks = JSON.parse(text) as Record<string, Chunk>

  function walk(key: string, found: Set<string>, next: (chunk: Chunk) => string[]): Set<string> {
    const chunk = chunks[key]
    if (!chunk) throw new Error(`The bundler made no chunk of ${key}.`)
    if (found.has(`/${chunk.file}`)) return found
    found.add(`/${chunk.file}`)
    for (const each of next(chunk)) walk(each, found, next)
    return found
  }
  const imports = (chunk: Chunk) => chunk.imports ?? []
  return {
    // File names contain content hashes, so they identify the build.
    build: createHash('sha256').update(text).digest('hex').slice(0, 16),
    filesOf: (module) => {
      const key =
        Object.keys(chunks).find((each) => each.startsWith(`${module}?tsr-split=component`)) ?? module
      return [...walk(key, new Set(), imports)]
    },
    allFilesOf: (module) => [
      ...walk(module, new Set(), (chunk) => [...imports(chunk), ...(chunk.dynamicImports ?? [])]),
    ],
  }
}
