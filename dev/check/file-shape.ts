import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, sourceFiles } from './source-files.ts'

const maxLines = 300
const vagueNames = new Set(['utils', 'helpers', 'common', 'misc', 'shared', 'lib', 'services', 'v2'])

/** Files over the limit, except those with a reason in their first lines: `over 300 lines: …`. */
export function findLongFiles(): string[] {
  return sourceFiles().flatMap((file) => {
    const lines = readFileSync(join(root, file), 'utf8').trimEnd().split('\n')
    const excused = lines.slice(0, 3).some((line) => line.includes(`over ${maxLines} lines:`))
    return lines.length > maxLines && !excused ? [`${file}: ${lines.length} lines, at most ${maxLines}`] : []
  })
}

export function findVagueFolders(): string[] {
  const folders = new Set(
    sourceFiles().flatMap((file) =>
      file
        .split('/')
        .slice(0, -1)
        .filter((name) => vagueNames.has(name)),
    ),
  )
  return [...folders].map((name) => `a folder called ${name} says nothing about what is in it`)
}
