import { Session } from 'node:inspector/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { codeFiles } from './check/source-files.ts'
import testCluster from './postgres/test-cluster.ts'

const SERVER = 'apps/server/src'

/** Each kind of upload has a correct row, and one with a wrong value. */
const INQUIRY = `card_number,date_from,date_to,reference_no
9990000000000011,2026-10-01,2026-10-31,A
9990000000000012,2026-10-01,2026-10-31,B
`
const FOREIGN = `Card No.;Start;End;Note
9990000000000011;01/10/2026;31/10/2026;A
9990000000000012;01/10/2026;31/10/2026;B
`
const FOREIGN_COLUMNS = ['card_number', 'date_from', 'date_to']
const TENDERS = `source_system,tender_id,tender_name,payment_method_code,bin_from,bin_to,card_scheme,company_code,status,effective_from,effective_to
POS,T002,Vouchers,CSH,,,,*,ACTIVE,,
POS,T003,Coupons,XXX,,,,*,ACTIVE,,
`

type Api = typeof import('@backoffice/contract/api').api
type TestSystem = import('../apps/server/src/testing/test-system.ts').TestSystem
type Trace = (work: () => Promise<unknown>) => Promise<string[]>

/** Files of a clone's server and contract in which a function runs. Module bodies do not count. */
export async function traceServer(folder: string) {
  const files = codeFiles(folder).filter((file) => /^(apps\/server|packages\/contract)\/src\//.test(file))
  // Types of this clone, code of the other one.
  const load = (file: string) => import(join(folder, file))
  const stopCluster = await testCluster()
  try {
    const { api }: { api: Api } = await load('packages/contract/src/api.ts')
    const { startTestSystem }: typeof import('../apps/server/src/testing/test-system.ts') = await load(
      `${SERVER}/testing/test-system.ts`,
    )
    const trace = await startTracing(folder, files)
    const system = await startTestSystem()
    try {
      const update = await traceUpdate(system, api, trace)
      const { uploadFile }: FileActions = await load(`${SERVER}/testing/file-actions.ts`)
      const job = files.find((file) => file.endsWith('/validate-file.ts')) ?? ''
      const { validateFile }: Job = await load(job)
      return { update, ...(await traceDryRuns(system, api, trace, { uploadFile, validateFile })) }
    } finally {
      await system.stop()
    }
  } finally {
    await stopCluster()
  }
}

/** The call that updates a tender. */
async function traceUpdate(system: TestSystem, api: Api, trace: Trace): Promise<string[]> {
  await system.pool.query(`
    INSERT INTO payment_methods (payment_method_code, name, type, earns_points, requires_reference, settlement_days, sort_order)
    VALUES ('CSH', 'Cash', 'CASH', true, false, 0, 0)`)
  const none = { bin_from: null, bin_to: null, card_scheme: null, effective_from: null, effective_to: null }
  const names = { source_system: 'POS', tender_id: 'T001', tender_name: 'Cash', payment_method_code: 'CSH' }
  const { id, version } = await system.call(
    api.tenders.create,
    { body: { ...none, ...names, company_code: '*', status: 'ACTIVE' } },
    'lookup',
  )
  const body = { items: [{ id, version, tender_name: 'Notes and coins' }] }
  return trace(() => system.call(api.tenders.update, { body }, 'lookup'))
}

type FileActions = Pick<typeof import('../apps/server/src/testing/file-actions.ts'), 'uploadFile'>
type Job = Pick<typeof import('../apps/server/src/files/validate-file.ts'), 'validateFile'>

/**
 * Traces dry runs of an inquiry with the template's columns, of one with foreign columns before and after their
 * matching, and of an import. `uploads`: all of them.
 */
async function traceDryRuns(
  system: TestSystem,
  api: Api,
  trace: Trace,
  { uploadFile, validateFile }: FileActions & Job,
): Promise<{ inquiry: string[]; uploads: string[] }> {
  const getFile = (source_filekey: string, as: string) =>
    system.call(api.files.get, { query: { source_filekey } }, as)

  /** Runs the job itself, because the system has no workers. */
  async function dryRun(filekey: string, as: string, end: { state: string; errors: number }) {
    const { attempt } = await getFile(filekey, as)
    const ran = await trace(() => validateFile(system.workerDeps, { filekey, attempt }))
    const { state, counts } = await getFile(filekey, as)
    if (state !== end.state || counts.error !== end.errors)
      throw new Error(`The dry run ended as ${state} with ${counts.error} errors`)
    return ran
  }
  const checked = { state: 'AWAITING_CONFIRMATION', errors: 1 }

  const { source_filekey: template } = await uploadFile(system, INQUIRY, 'agent')
  const inquiry = await dryRun(template, 'agent', checked)

  const { source_filekey: foreign } = await uploadFile(system, FOREIGN, 'agent')
  const unmatched = await dryRun(foreign, 'agent', { state: 'MATCHING', errors: 0 })
  const { source_filekey, version } = await getFile(foreign, 'agent')
  const columns = FOREIGN_COLUMNS.map((field, column) => ({ field, column }))
  const formats = { date_from: 'DMY', date_to: 'DMY' } as const
  const body = { source_filekey, version, sheet: null, header_row: 1, columns, formats }
  await system.call(api.columns.match, { body }, 'agent')
  const matched = await dryRun(foreign, 'agent', checked)

  const { source_filekey: tenders } = await uploadFile(system, TENDERS, 'lookup', { category: 'TENDERS' })
  const imported = await dryRun(tenders, 'lookup', checked)
  return { inquiry, uploads: [...inquiry, ...unmatched, ...matched, ...imported] }
}

/** Returns a function that runs work and lists the files in which a function ran. */
async function startTracing(folder: string, files: string[]): Promise<Trace> {
  const byUrl = new Map(files.map((file) => [pathToFileURL(join(folder, file)).href, file]))
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  return async (work) => {
    // Counts begin again after each reading.
    await session.post('Profiler.takePreciseCoverage')
    await work()
    const { result } = await session.post('Profiler.takePreciseCoverage')
    return result.flatMap(({ url, functions }) => {
      // A module body begins at 0.
      const hasRun = functions.some(
        ({ ranges: [whole] }) => whole && whole.count > 0 && whole.startOffset > 0,
      )
      return hasRun ? (byUrl.get(url) ?? []) : []
    })
  }
}
