import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { listedFiles, root } from './source-files.ts'

/** A source file in backticks, or the target of a link within the repository. */
const NAMED = /`([\w./-]+\.(?:tsx?|mjs))`|\]\(([^():#]+)(?:#[^)]*)?\)/g

/** Missing files that documents name. Code is named by the end of its path, a link relative to its document. */
export function findMissingPaths(): string[] {
  const files = listedFiles()
  const exists = (document: string, code?: string, link = '') =>
    code
      ? files.some((file) => `/${file}`.endsWith(`/${code}`))
      : existsSync(join(root, dirname(document), link))
  return files
    .filter((file) => file.endsWith('.md'))
    .flatMap((document) =>
      [...readFileSync(join(root, document), 'utf8').matchAll(NAMED)]
        .filter(([, code, link]) => !exists(document, code, link))
        .map(([, code, link]) => `${document} names ${code ?? link}, which does not exist.`),
    )
}
