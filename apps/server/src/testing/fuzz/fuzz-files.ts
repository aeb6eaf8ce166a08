import { api } from '@backoffice/contract/api'
import type { TrackedFile } from '@backoffice/contract/endpoints/files'
import { UPLOAD_CATEGORIES } from '@backoffice/contract/file-kinds'
import { isFinalState } from '@backoffice/contract/file-states'
import { TABLES } from '@backoffice/contract/tables/tables'
import { changeFile, downloadText, uploadFile, waitFor } from '../file-actions.ts'
import { requestOf, type TestSystem } from '../test-system.ts'
import { HOSTILE_FILES, type HostileFile } from './hostile-files.ts'

/** `flaws`: what is wrong with how the product took the file; none where all is well. */
export type FileResult = { name: string; answer: string; flaws: string[] }

const AS = 'admin'
/** Of a detail that says what is wrong and what to do. */
const CLEAR = /^.{20,}\.$/s
const CARD = '9990000000000011'
const CLEANED_WITHIN_MS = 20_000

/** Every hostile file as an inquiry and as an import of every table. The system has workers. */
export async function fuzzFiles(system: TestSystem): Promise<FileResult[]> {
  const results: FileResult[] = []
  for (const category of UPLOAD_CATEGORIES) {
    const [header, row] = await sampleOf(system, category)
    const before = await stateOf(system)
    for (const file of HOSTILE_FILES) results.push(await tryFile(system, category, file, header, row))
    const after = await stateOf(system)
    const flaws = before === after ? [] : [`the tables changed: ${before} → ${after}`]
    results.push({ name: `${category}: nothing was written`, answer: after, flaws })
  }
  return results
}

/** The header and a row that the category takes. */
async function sampleOf(system: TestSystem, category: string): Promise<[string, string]> {
  if (category === 'SMAC_INQUIRY') return ['card_number,date_from,date_to', `${CARD},2026-10-01,2026-10-20`]
  const table = TABLES.find((each) => each.category === category)
  if (!table) throw new Error(`There is no table of ${category}`)
  const endpoint = api[table.name as 'tenders'].template
  const token = await system.tokenOf(AS)
  const reply = await system.app.inject(requestOf(endpoint, {}, { authorization: `Bearer ${token}` }))
  const { content } = reply.json<{ resource: { content: string } }>().resource
  const [header = '', row = ''] = content.replace('\uFEFF', '').split(/\r?\n/)
  return [header, row]
}

async function tryFile(
  system: TestSystem,
  category: string,
  { name, of, outcome }: HostileFile,
  header: string,
  row: string,
): Promise<FileResult> {
  const shown = `${category}: ${name}`
  const send = () => uploadFile(system, Buffer.from(of(header, row)), AS, { category })
  const uploaded = await send().catch((error: Error) => error)
  if (uploaded instanceof Error) return refusedAtOnce(shown, uploaded.message, outcome)
  const { source_filekey: key } = uploaded
  const file = await waitFor(
    system,
    key,
    AS,
    ({ state }) => state === 'AWAITING_CONFIRMATION' || isFinalState(state),
  )
  const flaws = await flawsOf(system, file, outcome)
  if (!isFinalState(file.state)) await changeFile(system, 'cancel', key, AS)
  if (await hasStaging(system, key)) flaws.push('left staged rows behind')
  const answer = file.failure ? `${file.failure.code} ${file.failure.detail}` : `${file.counts.error} errors`
  return { name: shown, answer: `${file.state}: ${answer}`.slice(0, 160), flaws }
}

/** Its size alone was refused, before anything was sent. */
function refusedAtOnce(name: string, message: string, outcome: HostileFile['outcome']): FileResult {
  const isWanted = outcome.some((code) => message.includes(`422 {`) && message.includes(`"code":"${code}"`))
  return {
    name,
    answer: `not signed: ${message.slice(-120)}`,
    flaws: isWanted ? [] : [message.slice(0, 300)],
  }
}

async function flawsOf(
  system: TestSystem,
  file: TrackedFile,
  outcome: HostileFile['outcome'],
): Promise<string[]> {
  const flaws: string[] = []
  const { state, failure, artifacts, counts, source_filekey: key } = file
  if (state === 'REJECTED') {
    if (!outcome.some((code) => code === failure?.code))
      flaws.push(`rejected with ${failure?.code}: ${failure?.detail}`)
    if (!CLEAR.test(failure?.detail ?? '')) flaws.push(`not clear: ${failure?.detail}`)
    if (failure?.detail.includes(CARD)) flaws.push('shows a card number')
    if (artifacts.some((each) => each !== 'source')) flaws.push(`left behind ${artifacts.join()}`)
    return flaws
  }
  if (state !== 'AWAITING_CONFIRMATION') return [`ended ${state}: ${JSON.stringify(failure)}`]
  const isClean = counts.error + counts.warning === 0
  if (!outcome.includes(isClean ? 'read' : 'row'))
    flaws.push(`${counts.error} errors, ${counts.warning} warnings`)
  const errors = await system.call(api.files.errors, { query: { source_filekey: key } }, AS)
  if (errors.items.length < Math.min(counts.error, 1)) flaws.push('the errors are not listed')
  for (const { message, value } of errors.items) {
    if (message.length < 8) flaws.push(`not clear: ${message}`)
    if (value.includes(CARD)) flaws.push('shows a card number')
  }
  if (artifacts.includes('errors')) flaws.push(...formulasIn(await downloadText(system, key, 'errors', AS)))
  return flaws
}

/** A cell of a report that a spreadsheet would run. */
function formulasIn(csv: string): string[] {
  const found = /(?:^|[,;])"?[=@][A-Z(]/m.exec(csv)
  return found ? [`the report has a formula: ${csv.slice(found.index, found.index + 40)}`] : []
}

/** Still there when the job that cleans up after a file has had its time. */
async function hasStaging(system: TestSystem, filekey: string): Promise<boolean> {
  const deadline = Date.now() + CLEANED_WITHIN_MS
  for (;;) {
    const { rows } = await system.pool.query<{ name: string | null }>('SELECT to_regclass($1) AS name', [
      `staging.f_${filekey.replaceAll('-', '')}`,
    ])
    if (rows[0]?.name === null) return false
    if (Date.now() > deadline) return true
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** How many rows each table has, and when it changed last. */
async function stateOf({ pool }: TestSystem): Promise<string> {
  const states = []
  for (const { name } of TABLES) {
    const { rows } = await pool.query<{ state: string }>(
      `SELECT count(*) || ' of ' || coalesce(max(updated_at)::text, '') AS state FROM ${name}`,
    )
    states.push(`${name} ${rows[0]?.state}`)
  }
  return states.join(', ')
}
