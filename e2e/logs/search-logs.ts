import { cpSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { dataLocation } from '../../dev/postgres/data-location.ts'
import { demoAccounts } from '../../dev/start/ready-message.ts'
import type { RunningServer } from '../server.ts'
import { findSecrets, type Secrets } from './find-secrets.ts'

const LEAKED_LOGS = '.data/logs-with-secrets'

/** Throws if a log of the run contains a secret. The error names the lines but not the secrets. */
export async function searchLogs(server: RunningServer, secrets: Secrets): Promise<void> {
  const logs = logsOf(server)
  for (const wanted of ['web.log', 'worker-1.log', 'postgres.log'])
    if (!logs.get(wanted)) throw new Error(`There is no ${wanted} to search for secrets.`)
  const finds = [...logs].flatMap(([name, log]) =>
    findSecrets(log, secrets).map(({ line, kind }) => `${name}:${line} contains ${kind}`),
  )
  if (finds.length > 0) {
    cpSync(join(server.dataDir, 'logs'), LEAKED_LOGS, { recursive: true })
    throw new Error(`Secrets in the logs of this run, kept in ${LEAKED_LOGS}:\n${finds.join('\n')}`)
  }
  const lines = [...logs.values()].reduce((count, log) => count + log.split('\n').length, 0)
  const { texts, codes } = secrets
  console.log(
    `${lines} lines of ${logs.size} logs: none of ${texts.length} secrets and ${codes.length} codes`,
  )
}

function logsOf({ dataDir, output }: RunningServer): Map<string, string> {
  const folder = join(dataDir, 'logs')
  const database = `${dataLocation(join(dataDir, 'postgres')).dataDir}.log`
  return new Map([
    ...readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')] as const),
    ['postgres.log', readFileSync(database, 'utf8')] as const,
    // The demo accounts are printed on purpose.
    ['terminal', output().replace(demoAccounts(), '')] as const,
  ])
}
