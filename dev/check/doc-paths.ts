import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './source-files.ts'

const DOCUMENT = 'docs/asvs.md'
/** Where the paths of the document begin. */
const BASES = ['', 'apps/server/src', 'packages/identity/src', 'docs']
const PATH = /`([\w./-]+\.tsx?|deploy\/)`|\]\(([\w./-]+\.md)\)/g

/** Tests and code that the security checklist names and that do not exist. */
export function findMissingPaths(): string[] {
  const text = readFileSync(join(root, DOCUMENT), 'utf8')
  const named = new Set([...text.matchAll(PATH)].map(([, code, link]) => code ?? link ?? ''))
  return [...named]
    .filter((path) => !BASES.some((base) => existsSync(join(root, base, path))))
    .map((path) => `${DOCUMENT} names ${path}, which does not exist.`)
}
