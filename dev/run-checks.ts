import { join } from 'node:path'
import { findStaleApiDocs } from './check/api-docs.ts'
import { auditDependencies } from './check/audit.ts'
import { findStaleConfigDocs } from './check/config-docs.ts'
import { findMissingPaths } from './check/doc-paths.ts'
import { findUnclearEnglish } from './check/english.ts'
import { findLongFiles, findVagueFolders } from './check/file-shape.ts'
import { findFolderCircles } from './check/folder-circles.ts'
import { findMergeableFiles } from './check/mergeable-files.ts'
import { root } from './check/source-files.ts'
import { runProgram } from './processes.ts'

const projects = [
  'packages/contract',
  'packages/identity',
  'apps/server',
  'apps/web',
  'e2e',
  'dev',
  'bench',
  'drills',
]
const folders = [...new Set(projects.map((project) => project.split('/')[0] ?? ''))]

/** Runs an installed tool; returns its output if it fails. */
async function tool(name: string, ...args: string[]): Promise<string[]> {
  const { error, output } = await runProgram(join(root, 'node_modules/.bin', name), args, { cwd: root })
  return error ? [output] : []
}

type Outcome = string[] | { skipped: string }

type Check = { name: string; problems: () => Outcome | Promise<Outcome> }

const checks: Check[] = [
  ...projects.map((project) => ({ name: `types of ${project}`, problems: () => tool('tsc', '-p', project) })),
  { name: 'format and lint', problems: () => tool('biome', 'check', '--colors=off', '--error-on-warnings') },
  { name: 'unused files, exports and packages', problems: () => tool('knip', '--no-progress') },
  {
    name: 'import directions and cycles',
    problems: () => tool('depcruise', '--config', '.dependency-cruiser.mjs', ...folders),
  },
  { name: 'circles of folders', problems: findFolderCircles },
  { name: 'small files with one importer', problems: findMergeableFiles },
  { name: 'file length', problems: findLongFiles },
  { name: 'folder names', problems: findVagueFolders },
  { name: 'plain English', problems: () => findUnclearEnglish() },
  { name: 'paths in the documents', problems: findMissingPaths },
  { name: 'configuration table', problems: findStaleConfigDocs },
  { name: 'document of the API', problems: findStaleApiDocs },
  { name: 'Prometheus rules', problems: checkPrometheusRules },
  { name: 'known vulnerabilities', problems: auditDependencies },
]

/** promtool is not an npm package. */
async function checkPrometheusRules(): Promise<Outcome> {
  const args = ['check', 'rules', 'deploy/prometheus-rules.yaml']
  const { error, output } = await runProgram('promtool', args, { cwd: root, timeout: 30_000 })
  if (error?.code === 'ENOENT') return { skipped: 'promtool is not installed' }
  return error ? [output] : []
}

let failed = 0
for (const { name, problems } of checks) {
  const began = performance.now()
  const outcome = await problems()
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  if ('skipped' in outcome) {
    console.log(`skipped ${name}: ${outcome.skipped} (${seconds} s)`)
    continue
  }
  console.log(`${outcome.length === 0 ? 'ok    ' : 'FAILED'}  ${name} (${seconds} s)`)
  if (outcome.length === 0) continue
  failed += 1
  console.log(`\n${outcome.join('\n').replace(/^/gm, '    ')}\n`)
}
console.log(failed === 0 ? 'All checks passed.' : `${failed} of ${checks.length} checks failed.`)
process.exitCode = failed === 0 ? 0 : 1
process.disconnect?.()
