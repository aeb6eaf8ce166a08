import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { RuntimeConfig } from '@backoffice/contract/runtime-config'
import type { Encoding } from '../kernel/content-encoding.ts'

/** Replaced by the JSON of the runtime configuration. */
const SLOT = '__RUNTIME_CONFIG__'

type Page = {
  bytes: Record<Encoding, Buffer>
  etag: string
  /** Hashes of the inline styles and scripts, by CSP directive. */
  hashes: [directive: string, hashes: string[]][]
}

/** Runs at every start: the best quality, 11, takes 30 times as long for a fifteenth less. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 8 } }

const INLINE = { 'style-src': /<style>(.*?)<\/style>/gs, 'script-src': /<script>(.*?)<\/script>/gs }

/** Built pages by screen name; `app` is the page of all others. */
export async function readPages(folder: string, config: RuntimeConfig): Promise<Map<string, Page>> {
  // Only `<` can end the script element early.
  const json = JSON.stringify(config).replaceAll('<', '\\u003c')
  const pages = new Map<string, Page>()
  for (const file of await readdir(folder)) {
    const text = await readFile(join(folder, file), 'utf8')
    const plain = Buffer.from(text.replace(SLOT, () => json))
    pages.set(basename(file, '.html'), {
      bytes: { br: brotliCompressSync(plain, BROTLI), gzip: gzipSync(plain), identity: plain },
      etag: `"${sha256(plain)}"`,
      hashes: Object.entries(INLINE).map(([directive, inline]) => [
        directive,
        [...text.matchAll(inline)].map(([, content = '']) => `'sha256-${sha256(content)}'`),
      ]),
    })
  }
  return pages
}

function sha256(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('base64')
}

/** True if `If-None-Match` contains the ETag. Ignores `W/`, which a compressing proxy adds. */
export function matchesEtag(etag: string, ifNoneMatch: string | undefined): boolean {
  return (ifNoneMatch ?? '').split(',').some((each) => each.trim().replace(/^W\//, '') === etag)
}
