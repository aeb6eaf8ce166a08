import { execFile } from 'node:child_process'
import { root } from './source-files.ts'

/** `promtool check rules`, where promtool is installed: it is no package of npm. */
export function checkPrometheusRules(): Promise<string[] | { skipped: string }> {
  const args = ['check', 'rules', 'deploy/prometheus-rules.yaml']
  return new Promise((resolve) => {
    execFile('promtool', args, { cwd: root, timeout: 30_000 }, (error, stdout, stderr) => {
      if (error?.code === 'ENOENT') resolve({ skipped: 'promtool is not installed' })
      else resolve(error ? [`${stdout}${stderr}`.trim() || error.message] : [])
    })
  })
}
