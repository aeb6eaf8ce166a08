import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Driver } from '../kill/driver.ts'
import { recordMeasured } from '../measured.ts'
import { type Moment, runFile } from './failover-files.ts'
import { type Load, startLoad } from './failover-load.ts'
import { Ledger } from './ledger.ts'
import { type Cluster, startPatroni } from './patroni.ts'
import { printTable } from './print-table.ts'
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
import { runDrill } from './run-drill.ts'

/**
 * `npm run drill:failover [-- --only NAME] [-- --hosts]`: the product under load on a PostgreSQL cluster whose leader
 * changes and dies. `--hosts`: it finds the leader among three hosts by itself instead of through HAProxy. As root.
 */

type Scenario = { moment: Moment; fault: (cluster: Cluster) => Promise<void> }

const killPostgres = (cluster: Cluster) => cluster.killLeader(false)
const killNode = (cluster: Cluster) => cluster.killLeader(true)
const SCENARIOS: Readonly<Record<string, Scenario>> = {
  switchover: { moment: 'PROCESSING', fault: (cluster) => cluster.switchover() },
  postgres: { moment: 'PROCESSING', fault: killPostgres },
  validating: { moment: 'VALIDATING', fault: killNode },
  processing: { moment: 'PROCESSING', fault: killNode },
  importing: { moment: 'importing', fault: killNode },
  exporting: { moment: 'exporting', fault: killNode },
}
/** In this order: what is exported was imported. */
const QUIET_RUNS = ['PROCESSING', 'importing', 'exporting'] as const
const quietRunOf = ({ moment }: Pick<Scenario, 'moment'>) => (moment === 'VALIDATING' ? 'PROCESSING' : moment)
/** After the fault and the file: the load goes on, so that a late effect is seen. */
const AFTERMATH_MS = 5_000

const { values } = parseArgs({ options: { only: { type: 'string' }, hosts: { type: 'boolean' } } })
const chosen = Object.entries(SCENARIOS).filter(([name]) => values.only === undefined || name === values.only)
if (chosen.length === 0) {
  console.error(`--only is one of ${Object.keys(SCENARIOS).join(', ')}`)
  process.exit(2)
}

type Measured = {
  row: string[]
  problems: string[]
  writeGapMs: number
  deaths: number
  refused: number
  isEqual: boolean
}

/** `desk` and `maintainer`: who has the files. `usual`: digests of quiet runs. */
type Run = {
  cluster: Cluster
  product: Product
  load: Load
  desk: Driver
  maintainer: Driver
  polls: Replies
  usual: ReadonlyMap<Moment, string>
}

async function measure(name: string, { moment, fault }: Scenario, run: Run): Promise<Measured> {
  const { cluster, product, load, polls } = run
  const [began, restarts] = [Date.now(), product.restarts()]
  let faultAt = 0
  let fallen: Promise<void> = Promise.resolve()
  const file = await runFile(run.desk, run.maintainer, moment, () => {
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
  const deaths = product.restarts() - restarts
  const told = load.streams.filter((stream) => stream.seen.has(`${file.key} ${file.final.state}`)).length
  const sawAll = moment === 'importing' || moment === 'exporting' || told === load.streams.length
  const isEqual = file.digest === run.usual.get(quietRunOf({ moment }))
  const problems = [
    isEqual ? '' : 'another result than without a fault',
    (counts.get(401) ?? 0) === 0 ? '' : `${counts.get(401)} × 401`,
    all.some(isFault) ? `errors: ${describeCalls(all.filter(isFault))}` : '',
    deaths === 0 ? '' : `${deaths} processes of the product died`,
    sawAll ? '' : `only ${told} of ${load.streams.length} streams told how the file ended`,
  ].filter(Boolean)
  const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`
  const row = [
    `${name} (${moment})`,
    seconds(longestGap(reads)),
    seconds(longestGap(writes)),
    String(all.filter(isUnavailable).length),
    String(counts.get(0) ?? 0),
    String(counts.get(401) ?? 0),
    String(all.filter(isFault).length),
    String(deaths),
    finishedAt > faultAt ? seconds(finishedAt - faultAt) : 'ended before',
    problems.length === 0 ? 'good' : 'BAD',
  ]
  console.log(`${row.join('  ')}\n  ${describeStatuses(all)}`)
  for (const problem of problems) console.error(`  ${name}: ${problem}`)
  const refused = counts.get(401) ?? 0
  return { row, problems, writeGapMs: longestGap(writes), deaths, refused, isEqual }
}

const HEADINGS = [
  ...['event', 'gap of reads', 'gap of writes', 'unavailable', 'no reply', '401', 'other 5xx', 'deaths'],
  ...['file after it', 'result'],
]

await runDrill('failover', async (drill) => {
  const cluster = await startPatroni(drill)
  console.log('The cluster stands.')
  const databaseUrl = values.hosts ? cluster.hostsUrl : cluster.url
  const product = await startProduct(drill, { databaseUrl, ownerUrl: cluster.ownerUrl })
  const polls = new Replies()
  const [desk, maintainer] = [new Driver(product.address, polls.add), new Driver(product.address, polls.add)]
  await desk.signIn('agent@backoffice.test')
  await maintainer.signIn('lookup@backoffice.test')
  const usual = new Map<Moment, string>()
  for (const moment of QUIET_RUNS) {
    if (chosen.some(([, scenario]) => quietRunOf(scenario) === moment) || moment === 'importing')
      usual.set(moment, (await runFile(desk, maintainer, moment, () => {})).digest)
  }
  console.log('Quiet runs are done.')
  const ledger = new Ledger('DRILL')
  const load = await startLoad(product.address, ledger)
  const measured: Measured[] = []
  for (const [name, scenario] of chosen)
    measured.push(await measure(name, scenario, { cluster, product, load, desk, maintainer, polls, usual }))
  await load.stop()
  const { lost, twice, unaudited } = await ledger.check(cluster.query)
  printTable(
    HEADINGS,
    measured.map(({ row }) => row),
  )
  console.log(
    `${ledger.acknowledged.toLocaleString('en')} acknowledged writes: ${lost} lost, ${twice} twice, ${unaudited} rows with another audit trail. Streams were opened again ${load.streams.reduce((sum, each) => sum + each.reconnects(), 0)} times.`,
  )
  if (values.only === undefined) record(measured, lost + twice, ledger.acknowledged)
  return lost + twice + unaudited === 0 && measured.every(({ problems }) => problems.length === 0)
})

function record(measured: readonly Measured[], lostOrTwice: number, writes: number) {
  const sum = (of: (each: Measured) => number) => measured.reduce((total, each) => total + of(each), 0)
  const note = `${measured.length} faults, ${values.hosts ? 'three hosts' : 'HAProxy'}`
  recordMeasured(
    'failover.lost-or-twice',
    lostOrTwice + sum(({ isEqual }) => (isEqual ? 0 : 1)),
    `${note}, ${writes.toLocaleString('en')} writes`,
  )
  recordMeasured(
    'failover.deaths',
    sum(({ deaths }) => deaths),
    note,
  )
  recordMeasured(
    'failover.unauthenticated',
    sum(({ refused }) => refused),
    note,
  )
  recordMeasured('failover.gap', Math.max(...measured.map(({ writeGapMs }) => writeGapMs)) / 1_000, note)
}
