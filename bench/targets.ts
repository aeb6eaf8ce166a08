/** A measured target. `bound` is the maximum, or with `atLeast` the minimum. */
export type FigureTarget = { what: string; bound: number; atLeast: boolean; unit: string; command: string }
/** A target that is met if all these test files, named by the ends of their paths, pass. */
export type TestsTarget = { what: string; tests: readonly string[]; command: string }
export type Target = FigureTarget | TestsTarget

const most = (what: string, bound: number, unit: string, command: string): FigureTarget => ({
  ...{ what, bound, unit, command },
  atLeast: false,
})
const least = (...target: Parameters<typeof most>): FigureTarget => ({ ...most(...target), atLeast: true })
const none = (what: string, command: string) => most(what, 0, '', command)
const tests = (what: string, suite: string, ...files: string[]): TestsTarget => ({
  what,
  tests: files,
  command: `npm test -- --only ${suite}`,
})

const JOB = 'npm run bench -- --only job'
const EXCEL = 'npm run bench -- --only excel'
const LISTS = 'npm run bench -- --only lists'
const RESULTS = 'npm run bench -- --only results'
const CASES = 'npm run bench -- --only cases'
const SEARCH = 'npm run bench -- --only search'
const ACCESS = 'npm run bench -- --only access'
const SIGN_IN = 'npm run bench -- --only sign-in'
const DASHBOARD = 'npm run bench -- --only dashboard'
const TIMINGS = 'npm run bench:web'
const PEER = 'npm run bench:web -- --peer FOLDER'
const BUDGET = 'npm run budget'
const KEYBOARD = 'npm test -- --only e2e'
const KILL = 'KILL_ROUNDS=50 npm test -- --only drills'
const FUZZ = 'npm run fuzz'
const SOAK = 'npm run soak'
const FAILOVER = 'npm run drill:failover'
const START = 'npm start'

/** Targets by section and by the name of the figure (see `recordMeasured`). */
export const TARGETS = {
  Web: {
    'web.sign-in.painted': most('sign-in on screen, on a slow line', 350, 'ms', TIMINGS),
    'web.sign-in.usable': most('sign-in usable', 600, 'ms', TIMINGS),
    'web.sign-in.code': most('scripts and styles of sign-in', 92, 'KB', BUDGET),
    'web.sign-in.requests': most('requests of sign-in', 6, '', BUDGET),
    'web.list.painted': most('first paint of a list', 450, 'ms', TIMINGS),
    'web.list.rows': most('rows of a list on screen', 700, 'ms', TIMINGS),
    'web.list.code': most('scripts and styles of a list', 180, 'KB', BUDGET),
    'web.list.long-tasks': most('long tasks of a list', 250, 'ms', TIMINGS),
    'web.list.layout-shift': most('layout shift of a list', 0.001, '', TIMINGS),
    'web.screen.first': most('from list to list, the first time', 200, 'ms', TIMINGS),
    'web.screen.later': most('from list to list, later', 60, 'ms', TIMINGS),
    'web.key.median': most('key to paint in the search, median', 20, 'ms', TIMINGS),
    'web.key.most': most('key to paint in the search, most', 30, 'ms', TIMINGS),
    'web.select.key': most('key to paint in a select of 10,000, median', 17, 'ms', TIMINGS),
    'web.reload.rows': most('rows after a warm reload', 600, 'ms', TIMINGS),
    'web.heap': most('heap after 30 navigations', 8, 'MB', TIMINGS),
    'web.heap.growth': most('heap after 60 navigations against 30', 1.1, '×', TIMINGS),
    'web.peer.sign-in': most('sign-in on screen, against shadcn-admin', 0.35, '×', PEER),
    'web.peer.painted': most('first paint of a list, against shadcn-admin', 0.25, '×', PEER),
    'web.peer.rows': most('rows of a list, against shadcn-admin', 0.45, '×', PEER),
    'web.peer.reload': most('rows after a warm reload, against shadcn-admin', 0.45, '×', PEER),
    'web.peer.first': most('from list to list, the first time, against shadcn-admin', 0.5, '×', PEER),
    'web.peer.later': most('from list to list, later, against shadcn-admin', 0.5, '×', PEER),
    'users.onboarding': most('onboarding five people by keyboard, at ordinary speed', 120, 's', KEYBOARD),
    'users.off-boarding': most('off-boarding a user by keyboard, at ordinary speed', 120, 's', KEYBOARD),
    'import.foreign': most(
      'importing a foreign workbook with seven wrong cells by keyboard',
      120,
      's',
      KEYBOARD,
    ),
    'web.over-budget': none('screens over their budget of bytes and requests', BUDGET),
  },
  'Main job': {
    'job.answer.large': most('confirm to result, 1,000,000 rows, against psql', 0.8, '×', JOB),
    'job.answer.small': most('confirm to result, 1,000 rows, against psql', 1, '×', JOB),
    'job.whole': most('the whole path, 1,000,000 rows, against psql', 0.5, '×', JOB),
    'job.dry-run': most('upload finished to summary, against a bare \\copy', 1.5, '×', JOB),
    'job.memory': most('memory over idle, any size', 110, 'MB', JOB),
    'job.others': most('p99 of a list call meanwhile, against idle', 2, '×', JOB),
    'job.growth': most('time for a row, 1,000,000 against 100,000', 1.05, '×', JOB),
    'job.two-workers': least('two workers against one', 1.6, '×', JOB),
    'job.different-results': none('results that differ between runs, chunks, workers and psql', JOB),
  },
  Server: {
    'excel.in': most('dry run of a workbook of 1,000,000 rows, against our CSV', 3, '×', EXCEL),
    'excel.out': most('result of 1,000,000 rows as a workbook, against writing the CSV', 3, '×', EXCEL),
    'excel.memory': most('memory over idle of reading and writing workbooks', 110, 'MB', EXCEL),
    'list.ratio': most('list of 1,000,000, against the bare SQL, the worst case', 2, '×', LISTS),
    'list.p99': most('p99 of a list call, 50 clients', 50, 'ms', LISTS),
    'keyed-read.ratio': least(
      'keyed read, against a bare Fastify route with the same query',
      0.6,
      '×',
      LISTS,
    ),
    'result.page': most(
      'page of a result of 1,000,000 rows, against reading its bytes, the worst case',
      2,
      '×',
      RESULTS,
    ),
    'cases.list': most('list of 1,000,000 cases, against the bare SQL, the worst case', 2, '×', CASES),
    'cases.load': most(
      'load of transactions and the job that follows it, with 10,000 open cases, against none',
      1.1,
      '×',
      CASES,
    ),
    'search.p95': most('search of the palette, p95 over 1,000,000 rows of each kind', 100, 'ms', SEARCH),
    'search.ratio': most('search of the palette, p95 against the calls of all lists', 0.5, '×', SEARCH),
    'dashboard.tile': most('slowest tile of the dashboard, as served', 50, 'ms', DASHBOARD),
    'inquiry.p95': most(
      'single inquiry over 92 days, p95 of the slowest mode, as served',
      150,
      'ms',
      DASHBOARD,
    ),
    'access.decision': most(
      'access decision of a write, against the one before temporary access',
      1.1,
      '×',
      ACCESS,
    ),
    'access.sign-in': most(
      '99th percentile of a sign-in with the security log, against without',
      1.05,
      '×',
      SIGN_IN,
    ),
    'access.check': tests(
      'a change of access applies to the next call, in every process',
      'server',
      'src/two-processes.test.ts',
      'features/users/immediate-effect.test.ts',
      'features/access/escalation.test.ts',
    ),
    'start.first': most('first start with demo data, after the download', 90, 's', START),
    'start.later': most('later starts', 5, 's', START),
  },
  Reliability: {
    'kill.rounds': least('rounds of killing server, worker and database', 50, '', KILL),
    'kill.failed-rounds': none('rounds with rows lost, processed twice or stuck files', KILL),
    'kill.failed-mappings': none('transactions lost, or loaded, mapped or counted twice', KILL),
    'kill.failed-approvals': none('approved changes lost, applied twice or without approval', KILL),
    'kill.failed-reviews': none('removals of a review lost or made twice', KILL),
    'kill.failed-foreign-files': none('matchings and corrections lost or applied twice', KILL),
    'kill.goes-on': most('end of the work after the last kill', 45, 's', KILL),
    'soak.minutes': least('mixed load while processes, database and storage are killed', 10, 'min', SOAK),
    'soak.rows-lost': none('rows lost during the soak', SOAK),
    'soak.rows-twice': none('rows processed twice during the soak', SOAK),
    'soak.writes-lost': none('acknowledged writes lost during the soak', SOAK),
    'soak.stuck-files': none('files stuck after the soak', SOAK),
    'soak.goes-on': most('work goes on after a restart', 20, 's', SOAK),
    'failover.lost-or-twice': none('rows lost or twice when the database fails over', FAILOVER),
    'failover.deaths': none('processes that died during a failover', FAILOVER),
    'failover.unauthenticated': none('401 replies during a failover', FAILOVER),
    'failover.gap': most('longest gap of writes during a failover', 30, 's', FAILOVER),
    'pgbouncer.failures': none('failures behind a pooler in transaction mode', 'npm run drill:pgbouncer'),
    's3.failures': none('failures against a real object store', 'npm run drill:s3'),
    'restore.differences': none('checks that fail after a restore', 'npm run drill:restore'),
    'citus.differences': none('checks that fail with the ledger on Citus', 'npm run drill:citus'),
    'access.matrix': tests(
      'every endpoint, every kind of caller',
      'server',
      'kernel/access-matrix.test.ts',
      'kernel/token-attacks.test.ts',
    ),
    'fuzz.requests': least('requests made from the schemas of all endpoints', 10_000, '', FUZZ),
    'fuzz.failures': none('replies of 5xx, crashes, leaks and refusals without a field', FUZZ),
    'fuzz.files': least('hostile files', 20, '', FUZZ),
    'fuzz.files.failures': none('hostile files without a clear error, or half-written', FUZZ),
    'edits.concurrent': tests(
      'concurrent edits of a row: one wins, the others get 409',
      'server',
      'kernel/shared-mechanisms.test.ts',
      'features/access/concurrent-changes.test.ts',
    ),
    'sign-in.attack': tests(
      'sign-in under attack: lock-out, throttle, equal replies',
      'identity',
      'lock-out.test.ts',
      'throttle.test.ts',
      'uniform-responses.test.ts',
      'handle.fuzz.test.ts',
    ),
    'asvs.checklist': none('missing files that the ASVS checklist and the guides name', 'npm run check'),
    'browsers.flows': tests(
      'every list, record and the main job in Firefox and WebKit',
      'browsers',
      'firefox.test.ts',
      'webkit.test.ts',
    ),
    'accessibility.axe': tests('axe on every screen, both themes', 'e2e', 'accessibility.spec.ts'),
    'accessibility.keyboard': tests('every flow by keyboard alone', 'e2e', 'keyboard.spec.ts'),
  },
} as const satisfies Record<string, Record<string, Target>>

type Sections = typeof TARGETS
type FigureIn<S> = { [K in keyof S]: S[K] extends FigureTarget ? K : never }[keyof S]
export type MeasuredRow = { [S in keyof Sections]: FigureIn<Sections[S]> }[keyof Sections]

const targets: Record<string, Target> = Object.assign({}, ...Object.values(TARGETS))

export function isMeasuredRow(name: string): name is MeasuredRow {
  return targets[name] !== undefined && 'bound' in targets[name]
}

export function targetOf(row: MeasuredRow): FigureTarget {
  const target = targets[row]
  if (!target || !('bound' in target)) throw new Error(`${row} has no target`)
  return target
}
