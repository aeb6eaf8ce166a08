import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, sourceFiles } from './source-files.ts'

const longest = 300
const vague = new Set(['utils', 'helpers', 'common', 'misc', 'shared', 'lib', 'services', 'v2'])

/** A longer file says why in one of its first lines: `over 300 lines: …`. */
export function tooLong(): string[] {
  return sourceFiles().flatMap((file) => {
    const lines = readFileSync(join(root, file), 'utf8').trimEnd().split('\n')
    const excused = lines.slice(0, 3).some((line) => line.includes(`over ${longest} lines:`))
    return lines.length > longest && !excused ? [`${file}: ${lines.length} lines, at most ${longest}`] : []
  })
}

export function vagueFolders(): string[] {
  const folders = new Set(
    sourceFiles().flatMap((file) =>
      file
        .split('/')
        .slice(0, -1)
        .filter((name) => vague.has(name)),
    ),
  )
  return [...folders].map((name) => `a folder called ${name} says nothing about what is in it`)
}
