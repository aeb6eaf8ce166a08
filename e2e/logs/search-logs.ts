import { cpSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { dataLocation } from '../../dev/postgres/data-location.ts'
import { demoAccounts } from '../../dev/start/ready-message.ts'
import type { RunningServer } from '../server.ts'
import { findSecrets, type Secrets } from './find-secrets.ts'

/** Where the logs are copied to when they contain a secret. */
const KEPT = '.data/logs-with-secrets'

/** Throws when a log of the run holds a secret, with the places and without what stands there. */
export async function searchLogs(server: RunningServer, secrets: Secrets): Promise<void> {
  const logs = logsOf(server)
  for (const wanted of ['web.log', 'worker-1.log', 'postgres.log'])
    if (!logs.get(wanted)) throw new Error(`There is no ${wanted} to look for secrets in.`)
  const finds = [...logs].flatMap(([name, log]) =>
    findSecrets(log, secrets).map(({ line, kind }) => `${name}:${line} holds ${kind}`),
  )
  if (finds.length > 0) {
    cpSync(join(server.dataDir, 'logs'), KEPT, { recursive: true })
    throw new Error(`Secrets in the logs of this run, which are kept in ${KEPT}:\n${finds.join('\n')}`)
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
    // It prints the accounts of the demo on purpose.
    ['terminal', output().replace(demoAccounts(), '')] as const,
  ])
}
