import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { recordMeasured } from '../dev/measured.ts'
import { type Drill, runDrill } from './drill.ts'
import { Driver } from './driver.ts'
import { type Moment, runFile } from './files.ts'
import { Ledger } from './ledger.ts'
import { type Load, startLoad } from './load.ts'
import { type Cluster, startPatroni } from './patroni.ts'
import { type Product, startProduct } from './product.ts'
import {
  countByStatus,
  describeCalls,
  describeStatuses,
  isFault,
  isUnavailable,
  longestGap,
  Replies,
} from './replies.ts'

/**
 * `npm run drill:failover [-- --only NAME] [-- --hosts]`: the product under load on a PostgreSQL cluster whose leader
 * changes and dies. `--hosts`: finds the leader among three hosts instead of through HAProxy. Needs root.
 */

type Fault = readonly [moment: Moment, fault: (cluster: Cluster) => Promise<void>]

const killNode = (cluster: Cluster) => cluster.killLeader(true)
const FAULTS: Readonly<Record<string, Fault>> = {
  switchover: ['PROCESSING', (cluster) => cluster.switchover()],
  postgres: ['PROCESSING', (cluster) => cluster.killLeader(false)],
  validating: ['VALIDATING', killNode],
  processing: ['PROCESSING', killNode],
  importing: ['importing', killNode],
  exporting: ['exporting', killNode],
}
/** The load continues after the fault and the file, to show late effects. */
const AFTERMATH_MS = 5_000

const { values } = parseArgs({ options: { only: { type: 'string' }, hosts: { type: 'boolean' } } })
const chosen = Object.entries(FAULTS).filter(([name]) => values.only === undefined || name === values.only)
if (chosen.length === 0) {
  console.error(`--only is one of ${Object.keys(FAULTS).join(', ')}`)
  process.exit(2)
}

/** Files that first run without a fault, in this order: the export contains the import. */
const QUIET_RUNS = ['PROCESSING', 'importing', 'exporting'] as const
const quietRunOf = (moment: Moment) => (moment === 'VALIDATING' ? 'PROCESSING' : moment)
const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`

await runDrill('failover', async (drill) => {
  const cluster = await startPatroni(drill)
  console.log('The cluster is ready.')
  const url = values.hosts ? cluster.hostsUrl : cluster.url
  const product = await startProduct(drill, { url, ownerUrl: cluster.ownerUrl })
  const polls = new Replies()
  const agent = new Driver(product.address, polls.add)
  const maintainer = new Driver(product.address, polls.add)
  await agent.signIn('agent@backoffice.test')
  await maintainer.signIn('lookup@backoffice.test')
  const quiet = new Map<Moment, string>()
  for (const moment of QUIET_RUNS)
    if (moment === 'importing' || chosen.some(([, [each]]) => quietRunOf(each) === moment))
      quiet.set(moment, (await runFile(agent, maintainer, moment)).digest)
  console.log('The runs without a fault are done.')
  const ledger = new Ledger('DRILL')
  const load = await startLoad(product.address, ledger)
  const rows: Record<string, Measurement> = {}
  for (const [name, fault] of chosen) {
    const run = { drill, cluster, product, load, agent, maintainer, polls, quiet }
    rows[name] = await measure(name, fault, run)
  }
  await load.stop()
  console.table(rows)
  const { lost, twice } = await ledger.check(drill, cluster.query)
  const reconnects = load.streams.reduce((sum, each) => sum + each.reconnects(), 0)
  console.log(`Streams reconnected ${reconnects} times.`)
  if (values.only !== undefined) return
  const all = Object.values(rows)
  const sum = (of: (row: Measurement) => number) => all.reduce((total, row) => total + of(row), 0)
  const note = `${all.length} faults, ${values.hosts ? 'three hosts' : 'HAProxy'}`
  const other = sum(({ result }) => (result === 'same' ? 0 : 1))
  const writes = `${note}, ${ledger.acknowledged.toLocaleString('en')} writes`
  recordMeasured('failover.lost-or-twice', lost + twice + other, writes)
  recordMeasured(
    'failover.deaths',
    sum(({ deaths }) => deaths),
    note,
  )
  recordMeasured(
    'failover.unauthenticated',
    sum((row) => row['401']),
    note,
  )
  recordMeasured('failover.gap', Math.max(...all.map((row) => row['s without writes'])), note)
})

type Run = {
  drill: Drill
  cluster: Cluster
  product: Product
  load: Load
  agent: Driver
  maintainer: Driver
  polls: Replies
  quiet: ReadonlyMap<Moment, string>
}
type Measurement = Awaited<ReturnType<typeof measure>>

async function measure(name: string, [moment, fault]: Fault, run: Run) {
  const { drill, cluster, product, load, polls } = run
  const began = Date.now()
  const restarts = product.restarts()
  let faultAt = 0
  let fallen: Promise<void> = Promise.resolve()
  const file = await runFile(run.agent, run.maintainer, moment, () => {
    faultAt = Date.now()
    fallen = fault(cluster)
    fallen.catch(() => {})
  })
  if (faultAt === 0) throw new Error(`${name}: the file was never seen ${moment}`)
  await fallen
  const finishedAt = Date.parse(file.final.finished_at ?? '')
  await cluster.heal()
  await sleep(AFTERMATH_MS)
  const [reads, writes] = [load.reads.since(began), load.writes.since(began)]
  const all = [...reads, ...writes, ...load.signIns.since(began), ...polls.since(began)]
  const counts = countByStatus(all)
  const faults = all.filter(isFault)
  const deaths = product.restarts() - restarts
  const informed = load.streams.filter(({ seen }) => seen.has(`${file.key} ${file.final.state}`)).length
  const isOwn = moment === 'VALIDATING' || moment === 'PROCESSING'
  const isEqual = file.digest === run.quiet.get(quietRunOf(moment))
  const unauthenticated = counts.get(401) ?? 0
  drill.check(
    `${name}: the result`,
    isEqual,
    isEqual ? 'same as without a fault' : 'differs from the run without a fault',
  )
  drill.check(
    `${name}: replies`,
    faults.length + unauthenticated === 0,
    `${describeStatuses(all)}. ${describeCalls(faults)}`,
  )
  drill.check(`${name}: deaths of the product`, deaths === 0, `${deaths}`)
  drill.check(
    `${name}: events`,
    !isOwn || informed === load.streams.length,
    `${informed} of ${load.streams.length}`,
  )
  return {
    moment,
    's without reads': longestGap(reads) / 1_000,
    's without writes': longestGap(writes) / 1_000,
    unavailable: all.filter(isUnavailable).length,
    'no reply': counts.get(0) ?? 0,
    '401': unauthenticated,
    'other 5xx': faults.length,
    deaths,
    'file ended': finishedAt > faultAt ? `after ${seconds(finishedAt - faultAt)}` : 'before',
    result: isEqual ? 'same' : 'another',
  }
}
