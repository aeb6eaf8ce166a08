import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin, ResolvedConfig } from 'vite'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)
const TEXT = /\.(js|css|html|svg|json|csv)$/

/** Compressed once here, so that the server only has to pick a file: `x.js` gets `x.js.br` and `x.js.gz`. */
export function compress(): Plugin {
  let config: ResolvedConfig
  return {
    name: 'compress',
    apply: 'build',
    configResolved: (resolved) => {
      config = resolved
    },
    closeBundle: async () => {
      const folder = resolve(config.root, config.build.outDir)
      for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
        // The page is filled in as it is served; a finished compression of it would be of the wrong text.
        if (!entry.isFile() || !TEXT.test(entry.name) || entry.name === 'index.html') continue
        const path = join(entry.parentPath, entry.name)
        const bytes = await readFile(path)
        const options = {
          params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
        }
        await writeFile(`${path}.br`, await brotli(bytes, options))
        await writeFile(`${path}.gz`, await zip(bytes, { level: 9 }))
      }
    },
  }
}
