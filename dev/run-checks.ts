import { execFile } from 'node:child_process'
import { auditDependencies } from './check/audit.ts'
import { findStaleConfigDocs } from './check/config-docs.ts'
import { findMissingPaths } from './check/doc-paths.ts'
import { findUnclearEnglish } from './check/english.ts'
import { findLongFiles, findVagueFolders } from './check/file-shape.ts'
import { root } from './check/source-files.ts'
import { tool } from './check/tools.ts'

const workspaces = ['apps', 'packages', 'e2e', 'dev', 'bench', 'drills']
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

const cruise = (config: string, ...folders: string[]) => tool('depcruise', '--config', config, ...folders)

type Outcome = string[] | { skipped: string }

type Check = { name: string; problems: () => Outcome | Promise<Outcome> }

const checks: Check[] = [
  ...projects.map((project) => ({ name: `types of ${project}`, problems: () => tool('tsc', '-p', project) })),
  { name: 'format and lint', problems: () => tool('biome', 'check', '--colors=off', '--error-on-warnings') },
  { name: 'unused files, exports and packages', problems: () => tool('knip', '--no-progress') },
  { name: 'import directions and cycles', problems: () => cruise('.dependency-cruiser.mjs', ...workspaces) },
  {
    name: 'cycles of resources',
    problems: () => cruise('dev/check/resource-cycles.mjs', 'apps/server/src/resources'),
  },
  { name: 'file length', problems: findLongFiles },
  { name: 'folder names', problems: findVagueFolders },
  { name: 'plain English', problems: findUnclearEnglish },
  { name: 'paths in the documents', problems: findMissingPaths },
  { name: 'configuration table', problems: findStaleConfigDocs },
  { name: 'Prometheus rules', problems: checkPrometheusRules },
  { name: 'known vulnerabilities', problems: auditDependencies },
]

/** Runs `promtool check rules` if promtool, which is not an npm package, is installed. */
function checkPrometheusRules(): Promise<string[] | { skipped: string }> {
  const args = ['check', 'rules', 'deploy/prometheus-rules.yaml']
  return new Promise((resolve) => {
    execFile('promtool', args, { cwd: root, timeout: 30_000 }, (error, stdout, stderr) => {
      if (error?.code === 'ENOENT') resolve({ skipped: 'promtool is not installed' })
      else resolve(error ? [`${stdout}${stderr}`.trim() || error.message] : [])
    })
  })
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
