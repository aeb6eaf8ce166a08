import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { RuntimeConfig } from '@backoffice/contract/runtime-config'

/** The place in a page where its configuration goes. */
const SLOT = '__RUNTIME_CONFIG__'

type Encoding = 'br' | 'gzip' | 'identity'

type Page = {
  bytes: Record<Encoding, Buffer>
  etag: string
  /** Of the styles and scripts in the page itself, the only such ones that its policy is to allow, by directive. */
  hashes: [directive: string, hashes: string[]][]
}

const INLINE = { 'style-src': /<style>(.*?)<\/style>/gs, 'script-src': /<script>(.*?)<\/script>/gs }

/** The pages of the built web application by the name of their screen; `app` is that of any other. */
export async function readPages(folder: string, config: RuntimeConfig): Promise<Map<string, Page>> {
  // In a script element only `<` could end the data early.
  const json = JSON.stringify(config).replaceAll('<', '\\u003c')
  const pages = new Map<string, Page>()
  for (const file of await readdir(folder)) {
    const text = await readFile(join(folder, file), 'utf8')
    const plain = Buffer.from(text.replace(SLOT, () => json))
    pages.set(basename(file, '.html'), {
      bytes: { br: brotliCompressSync(plain), gzip: gzipSync(plain), identity: plain },
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

/** Browsers name what they take; nobody else needs more than the plain bytes. What has a weight of 0 is not wanted. */
export function encodingFor(accepted: string | string[] | undefined): Encoding {
  const names = String(accepted ?? '')
    .toLowerCase()
    .split(',')
    .filter((each) => !/;\s*q=0(\.0*)?\s*$/.test(each))
    .map((each) => each.split(';', 1)[0]?.trim())
  return names.includes('br') ? 'br' : names.includes('gzip') ? 'gzip' : 'identity'
}

/** Whether `if-none-match` names the etag: one or several, weakened by a proxy that compressed anew or not. */
export function isNamed(etag: string, ifNoneMatch: string | undefined): boolean {
  return (ifNoneMatch ?? '').split(',').some((each) => each.trim().replace(/^W\//, '') === etag)
}
