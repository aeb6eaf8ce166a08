/** A figure that a command measures, or a promise that tests keep. */
export type Target = {
  readonly what: string
  /** What leaves the figure or runs the tests. */
  readonly command: string
} & (
  | { readonly unit: string; readonly most: number }
  | { readonly unit: string; readonly least: number }
  /** Files of tests, by the end of their paths: all of them passed. */
  | { readonly tests: readonly string[] }
)

const most = (what: string, most: number, unit: string, command: string) => ({ what, most, unit, command })
const least = (what: string, least: number, unit: string, command: string) => ({ what, least, unit, command })
/** Nothing of it may happen. */
const none = (what: string, command: string) => most(what, 0, '', command)
const tests = (what: string, suite: string, ...files: string[]) => ({
  what,
  tests: files,
  command: `npm test -- --only ${suite}`,
})

const JOB = 'npm run bench -- --only job'
const LISTS = 'npm run bench -- --only lists'
const FELT = 'npm run bench:web'
const BUDGET = 'npm run budget'
const KILL = 'KILL_ROUNDS=50 npm test -- --only dev'
const FUZZ = 'npm run fuzz'
const SOAK = 'npm run soak'
const FAILOVER = 'npm run drill:failover'
const START = 'npm start'

/** What is promised, by the name under which it is recorded (`recordMeasured`). */
export const TARGETS = {
  Web: {
    'web.sign-in.painted': most('sign-in on screen, on a slow line', 350, 'ms', FELT),
    'web.sign-in.usable': most('sign-in usable', 600, 'ms', FELT),
    'web.sign-in.code': most('scripts and styles of sign-in', 90, 'KB', BUDGET),
    'web.sign-in.requests': most('requests of sign-in', 6, '', BUDGET),
    'web.list.painted': most('first paint of a list', 450, 'ms', FELT),
    'web.list.rows': most('rows of a list on screen', 700, 'ms', FELT),
    'web.list.code': most('scripts and styles of a list', 130, 'KB', BUDGET),
    'web.list.long-tasks': most('long tasks of a list', 150, 'ms', FELT),
    'web.list.layout-shift': most('layout shift of a list', 0.001, '', FELT),
    'web.screen.first': most('from screen to screen, the first time', 200, 'ms', FELT),
    'web.screen.later': most('from screen to screen, later', 60, 'ms', FELT),
    'web.key.median': most('key to paint in the search, median', 20, 'ms', FELT),
    'web.key.most': most('key to paint in the search, most', 30, 'ms', FELT),
    'web.select.key': most('key to paint in a select of 10,000, median', 17, 'ms', FELT),
    'web.reload.rows': most('rows after a warm reload', 600, 'ms', FELT),
    'web.heap': most('heap after 30 navigations', 8, 'MB', FELT),
    'web.heap.growth': most('heap after 60 navigations against 30', 1.1, '×', FELT),
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
    'list.ratio': most('list of 1,000,000, against the bare SQL, the worst case', 2, '×', LISTS),
    'list.p99': most('p99 of a list call, 50 clients', 50, 'ms', LISTS),
    'keyed-read.ratio': least(
      'keyed read, against a bare Fastify route with the same query',
      0.6,
      '×',
      LISTS,
    ),
    'access.check': tests(
      'a change of access is felt on the next call, in every process',
      'server',
      'resources/users/felt-at-once.test.ts',
      'resources/access/escalation.test.ts',
    ),
    'start.first': most('first start with demo data, after the download', 90, 's', START),
    'start.later': most('later starts', 5, 's', START),
  },
  Reliability: {
    'kill.rounds': least('rounds of killing server, worker and database', 50, '', KILL),
    'kill.failed-rounds': none('rounds with rows lost, answered twice or stuck files', KILL),
    'kill.goes-on': most('end of the work after the last death', 45, 's', KILL),
    'soak.minutes': least('mixed load while processes, database and storage die', 10, 'min', SOAK),
    'soak.rows-lost': none('rows lost under it', SOAK),
    'soak.rows-twice': none('rows answered twice under it', SOAK),
    'soak.writes-lost': none('acknowledged writes lost under it', SOAK),
    'soak.stuck-files': none('files stuck after it', SOAK),
    'soak.goes-on': most('work goes on after a restart', 20, 's', SOAK),
    'failover.lost-or-twice': none('rows lost or twice when the database fails over', FAILOVER),
    'failover.deaths': none('processes that died of it', FAILOVER),
    'failover.unauthenticated': none('401 replies during it', FAILOVER),
    'failover.gap': most('the longest gap of writes', 30, 's', FAILOVER),
    'pgbouncer.failures': none('failures behind a pooler in transaction mode', 'npm run drill:pgbouncer'),
    's3.failures': none('failures against a real object store', 'npm run drill:s3'),
    'restore.differences': none('checks that fail after a restore', 'npm run drill:restore'),
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
      'resources/access/concurrent-changes.test.ts',
    ),
    'sign-in.attack': tests(
      'sign-in under attack: lock-out, throttle, equal answers',
      'identity',
      'lock-out.test.ts',
      'throttle.test.ts',
      'equal-answers.test.ts',
      'handle.fuzz.test.ts',
    ),
    'asvs.checklist': none('places that the ASVS checklist names and that are not there', 'npm run check'),
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
type NumericIn<S> = { [K in keyof S]: S[K] extends { unit: string } ? K : never }[keyof S]
/** The name of a figure. */
export type MeasuredRow = { [S in keyof Sections]: NumericIn<Sections[S]> }[keyof Sections]
