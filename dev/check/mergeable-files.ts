import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Import, importersOf, readImports } from './module-graph.ts'
import { codeFiles, root } from './source-files.ts'

/** Current number of mergeable files, which may only fall. */
const LIMIT = 1

const MAX_LINES = 60
const MAX_MERGED_LINES = 220

/**
 * Problems if the number of small files that only their neighbour imports has changed. Such a file belongs in its
 * importer, because a reader of one opens the other anyway.
 */
export function findMergeableFiles(): string[] {
  const files = codeFiles()
  const lines = new Map(files.map((file) => [file, countLines(readFileSync(join(root, file), 'utf8'))]))
  const hasTest = (file: string) =>
    ['.test.ts', '.test.tsx'].some((end) => existsSync(join(root, file.replace(/\.tsx?$/, end))))
  return compareWithLimit(mergeableFiles(readImports(files), lines, hasTest), LIMIT, byLastChange)
}

export const countLines = (text: string): number => text.trimEnd().split('\n').length

type Mergeable = { file: string; importer: string }

export function mergeableFiles(
  imports: Import[],
  lines: ReadonlyMap<string, number>,
  hasTest: (file: string) => boolean,
): Mergeable[] {
  const lazy = new Set(imports.filter(({ kind }) => kind === 'lazy').map(({ to }) => to))
  return singleUseFiles(imports).filter(({ file, importer }) => {
    const own = lines.get(file) ?? 0
    const merged = own + (lines.get(importer) ?? 0)
    const isSmall = own < MAX_LINES && merged <= MAX_MERGED_LINES
    const isApart = lazy.has(file) || hasTest(file) || partOf(file) !== partOf(importer)
    return isSmall && !isApart && /\.tsx?$/.test(file)
  })
}

/** SQL stays in stores, and schemas out of the browser. */
const partOf = (file: string) => /\.(store|schemas)\.ts$/.exec(file)?.[1]

/** Files with exactly one importer, which is in the same folder. */
export function singleUseFiles(imports: Import[]): Mergeable[] {
  return [...importersOf(imports)].flatMap(([file, importers]) => {
    const [importer, ...others] = importers
    return importer && others.length === 0 && dirname(importer) === dirname(file) ? [{ file, importer }] : []
  })
}

/** The check knows only the number, so it names the files that changed last first. */
export function compareWithLimit(
  found: Mergeable[],
  limit: number,
  newestFirst: (files: Mergeable[]) => Mergeable[],
): string[] {
  if (found.length < limit)
    return [
      `Only ${found.length} small files have a single importer: lower LIMIT in mergeable-files.ts to it.`,
    ]
  const excess = found.length - limit
  if (excess === 0) return []
  return [
    `${found.length} small files have a single importer in their folder, ${excess} more than allowed.`,
    'Move such a file into its importer, or give it a test of its own. Changed last:',
    ...newestFirst(found)
      .slice(0, Math.max(excess, 5))
      .map(({ file, importer }) => `  ${file} (imported by ${importer})`),
  ]
}

/** Files that are not committed first, then by their last commit. */
function byLastChange(found: Mergeable[]): Mergeable[] {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n')
  const changed = [
    ...git('ls-files', '--others', '--exclude-standard'),
    ...git('diff', '--name-only', 'HEAD'),
    ...git('log', '-200', '--format=', '--name-only'),
  ]
  const rank = new Map([...changed].reverse().map((file, index) => [file, index]))
  return found.toSorted((one, other) => (rank.get(other.file) ?? -1) - (rank.get(one.file) ?? -1))
}
