import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)
const TEXT = /\.(js|css|svg|json|csv)$/

/**
 * Writes `x.js.br` and `x.js.gz` next to `x.js`, so that the server only picks a file. Pages are left out: the server
 * fills them in for each request.
 */
export async function compress(folder: string): Promise<void> {
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
