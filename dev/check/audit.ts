import { cleanPath, root } from '../npm.mjs'
import { runProgram } from '../processes.ts'

type Vulnerability = { name: string; severity: string; range: string; fixAvailable: unknown }

export type AuditReport = { message?: string; vulnerabilities?: Record<string, Vulnerability> }

const GRAVE = ['high', 'critical']

/** High and critical vulnerabilities of the production packages. Skipped without a network. */
export async function auditDependencies(): Promise<string[] | { skipped: string }> {
  const own = process.env.npm_execpath
  const [command, first] = own ? [process.execPath, [own]] : ['npm', []]
  const args = [...first, 'audit', '--json', '--omit=dev', '--fetch-retries=0', '--fetch-timeout=10000']
  const env = { ...process.env, PATH: cleanPath() }
  const { stdout } = await runProgram(command, args, { cwd: root, env, timeout: 30_000 })
  return judge(readReport(stdout))
}

/** The report; empty if npm was cut off or printed something else. */
export function readReport(stdout: string): AuditReport {
  try {
    return JSON.parse(stdout)
  } catch {
    return {}
  }
}

export function judge(report: AuditReport): string[] | { skipped: string } {
  if (!report.vulnerabilities)
    return { skipped: `the registry did not reply to the audit: ${report.message ?? 'no reply'}` }
  return Object.values(report.vulnerabilities)
    .filter(({ severity }) => GRAVE.includes(severity))
    .map(({ name, severity, range, fixAvailable }) => {
      const advice = fixAvailable ? 'npm audit fix installs a newer version' : 'there is no newer version yet'
      return `${name} ${range}: ${severity}; ${advice}. Details: npm audit --omit=dev.`
    })
}
