import { readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { findUnclearEnglish } from './check/english.ts'
import { folderCircles, mutualPairs, readSides } from './check/folder-circles.ts'
import { countLines, singleUseFiles } from './check/mergeable-files.ts'
import { readImports } from './check/module-graph.ts'
import { codeFiles, root } from './check/source-files.ts'
import { traceServer } from './structure-trace.ts'

/**
 * `npm run structure -- [--trace] [path of another clone]`: figures of the source code's shape. `--trace` also runs the
 * server on a test database and counts what a dry run enters.
 */
const { values, positionals } = parseArgs({
  options: { trace: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const folder = resolve(positionals[0] ?? root)

/**
 * Files that a reader opens to follow a changed tender from Save to its audit event. They take the row or the change,
 * decide whether it is written, or record it. Named by the end of the path, so that a moved file stays in the list.
 */
const STOPS = {
  'apps/web/src': [
    'edit-form.tsx',
    'record-form.tsx',
    'use-versioned-form.ts',
    'use-rule-form.ts',
    'form/checks.ts',
    'record/rows.ts',
    'use-write.ts',
    'record-queries.ts',
    'call.ts',
    'fetch-json.ts',
  ],
  'apps/server/src': [
    'mount.ts',
    'authenticate.ts',
    'check-input.ts',
    'run-write.ts',
    'table-handlers.ts',
    'bulk.ts',
    'table-values.ts',
    'table-constraints.ts',
    'table.store.ts',
    'row-effects.ts',
    'gate.ts',
    'allowed-by.ts',
    'audit.ts',
  ],
}

const files = codeFiles(folder)
const imports = readImports(files, folder)
const lines = files
  .map((file) => countLines(readFileSync(join(folder, file), 'utf8')))
  .sort((one, other) => one - other)
const quantile = (part: number) => lines[Math.floor((lines.length - 1) * part)] ?? 0
const foldersOf = (paths: string[]) => new Set(paths.map((path) => dirname(path))).size
const ofServer = (paths: string[]) => paths.filter((path) => path.startsWith('apps/server/'))
const count = (value: number) => value.toLocaleString('en')

const sides = readSides(folder)
const circles = folderCircles(sides)
console.log(`source files without tests: ${count(files.length)}`)
console.log(`lines in them: ${count(lines.reduce((sum, each) => sum + each, 0))}`)
console.log(`lines of a file, median / p90 / most: ${[0.5, 0.9, 1].map(quantile).join(' / ')}`)
console.log(`files with one importer, in the same folder: ${singleUseFiles(imports).length}`)
console.log(`circles of folders: ${circles.length} (${mutualPairs(sides)} pairs import each other)`)
const { found: stops, renamed } = findStops()
console.log(`files from Save to audit event: ${stops.length + renamed.length}`)
if (renamed.length > 0)
  console.log(`  of which this clone has under other names, if at all: ${renamed.join(', ')}`)
console.log(`phrases that the English rules reject: ${findUnclearEnglish(folder).length}`)
if (values.trace) {
  const { inquiry, uploads, update } = await traceServer(folder)
  console.log(`folders of the server that the dry run of an inquiry enters: ${foldersOf(ofServer(inquiry))}`)
  console.log(`folders of server and contract that dry runs of every kind enter: ${foldersOf(uploads)}`)
  const idle = ofServer(stops).filter((file) => !update.includes(file))
  if (idle.length > 0) throw new Error(`Not run between Save and audit event: ${idle.join(', ')}`)
}

/** Files of `STOPS`. Each web file after the first is imported by an earlier one; server files are traced. */
function findStops(): { found: string[]; renamed: string[] } {
  const found: string[] = []
  const renamed: string[] = []
  for (const [side, names] of Object.entries(STOPS))
    for (const name of names) {
      const matching = files.filter((each) => each.startsWith(`${side}/`) && each.endsWith(`/${name}`))
      const [file] = matching
      // Another state of the code has other names.
      if (!file && folder !== root) renamed.push(name)
      else if (!file || matching.length > 1) throw new Error(`STOPS: ${matching.length} files named ${name}`)
      else if (side === 'apps/web/src' && name !== names[0] && !isImportedBy(found, file))
        throw new Error(`STOPS: no earlier file imports ${file}`)
      else found.push(file)
    }
  return { found, renamed }
}

function isImportedBy(importers: string[], file: string): boolean {
  return imports.some(({ from, to }) => to === file && importers.includes(from))
}
