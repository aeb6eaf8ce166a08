import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { recordMeasured } from '../dev/measured.ts'
import { type Drill, runDrill } from './drill.ts'
import { Driver } from './driver.ts'
import { type Moment, runFile } from './files.ts'
import { Journal } from './journal.ts'
import { type Load, startLoad } from './load.ts'
import { type Cluster, startPatroni } from './patroni.ts'
import { type Product, startProduct } from './product.ts'
import * as replies from './replies.ts'

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
if (chosen.length === 0) throw new Error(`--only is one of ${Object.keys(FAULTS).join(', ')}`)

/** Files that first run without a fault, in this order because the export contains the import. */
const QUIET_RUNS = ['PROCESSING', 'importing', 'exporting'] as const
const quietRunOf = (moment: Moment) => (moment === 'VALIDATING' ? 'PROCESSING' : moment)

type Run = {
  drill: Drill
  cluster: Cluster
  product: Product
  load: Load
  agent: Driver
  maintainer: Driver
  seen: readonly replies.SeenReply[]
  quiet: ReadonlyMap<Moment, string>
}

await runDrill('failover', async (drill) => {
  const cluster = await startPatroni(drill)
  console.log('The cluster is ready.')
  const url = values.hosts ? cluster.hostsUrl : cluster.url
  const product = await startProduct(drill, { url, ownerUrl: cluster.ownerUrl })
  const seen: replies.SeenReply[] = []
  const onReply = (reply: replies.SeenReply) => void seen.push(reply)
  const agent = await Driver.as('agent', product.addresses, onReply)
  const maintainer = await Driver.as('lookup', product.addresses, onReply)
  const quiet = new Map<Moment, string>()
  for (const moment of QUIET_RUNS)
    if (moment === 'importing' || chosen.some(([, [each]]) => quietRunOf(each) === moment))
      quiet.set(moment, (await runFile(agent, maintainer, moment)).digest)
  console.log('The runs without a fault are done.')
  const journal = new Journal('DRILL')
  const load = await startLoad(product.addresses, journal, onReply)
  const rows: Record<string, Awaited<ReturnType<typeof measure>>> = {}
  for (const [name, fault] of chosen)
    rows[name] = await measure(name, fault, { drill, cluster, product, load, agent, maintainer, seen, quiet })
  await load.stop()
  console.table(rows)
  const { lost, twice } = await journal.check(drill, cluster.query)
  console.log(`Streams reconnected ${load.reconnects()} times.`)
  if (values.only !== undefined) return
  const all = Object.values(rows)
  const sum = (of: (row: (typeof all)[number]) => number) => all.reduce((total, row) => total + of(row), 0)
  const others = all.filter(({ result }) => result !== 'same').length
  const note = `${all.length} faults, ${values.hosts ? 'three hosts' : 'HAProxy'}`
  const gap = Math.max(...all.map((row) => row['s without writes']))
  recordMeasured('failover.lost-or-twice', lost + twice + others, `${note}, ${journal.acknowledged} writes`)
  for (const what of ['deaths', 'unauthenticated'] as const)
    recordMeasured(
      `failover.${what}`,
      sum((row) => row[what]),
      note,
    )
  recordMeasured('failover.gap', gap, note)
})

async function measure(name: string, [moment, fault]: Fault, run: Run) {
  const { drill, cluster, product, load } = run
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
  const lasted = Date.parse(file.final.finished_at ?? '') - faultAt
  await cluster.heal()
  await sleep(AFTERMATH_MS)
  const seen = run.seen.filter(({ at }) => at >= began)
  const faults = seen.filter(replies.isFault)
  const deaths = product.restarts() - restarts
  const informed = load.informed(file.final)
  const isOwn = moment === 'VALIDATING' || moment === 'PROCESSING'
  const isEqual = file.digest === run.quiet.get(quietRunOf(moment))
  const check = (what: string, isGood: boolean, found: string) =>
    drill.check(`${name}: ${what}`, isGood, found)
  check('the result', isEqual, `${isEqual ? 'the same as' : 'differs from the run'} without a fault`)
  check('replies', faults.length === 0, `${replies.describeStatuses(seen)}. ${replies.describeCalls(faults)}`)
  check('deaths of the product', deaths === 0, `${deaths}`)
  check('events', !isOwn || informed.all, informed.shown)
  const unauthenticated = faults.filter(({ status }) => status === 401).length
  return {
    moment,
    's without reads': replies.longestGap(seen.filter(replies.isRead)) / 1_000,
    's without writes': replies.longestGap(seen.filter(replies.isWrite)) / 1_000,
    unavailable: seen.filter(replies.isUnavailable).length,
    'no reply': seen.filter(({ status }) => status === 0).length,
    unauthenticated,
    'other 5xx': faults.length - unauthenticated,
    deaths,
    'file ended': lasted > 0 ? `after ${(lasted / 1_000).toFixed(1)} s` : 'before',
    result: isEqual ? 'same' : 'another',
  }
}
