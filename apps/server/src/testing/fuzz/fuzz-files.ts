import { api } from '@backoffice/contract/api'
import { UPLOAD_CATEGORIES } from '@backoffice/contract/file-kinds'
import { isFinalState } from '@backoffice/contract/file-states'
import type { TrackedFile } from '@backoffice/contract/files'
import { TABLES } from '@backoffice/contract/tables/tables'
import { requestOf } from '../../kernel/served-apis.ts'
import { openCase } from '../cases.ts'
import { changeFile, downloadText, uploadFile, waitFor } from '../file-actions.ts'
import type { TestSystem } from '../test-system.ts'
import { HOSTILE_FILES, type HostileFile } from './hostile-files.ts'

/** `flaws` are found in the handling of the file. */
export type FileResult = { name: string; outcome: string; flaws: string[] }

const AS = 'admin'
/** Matches a full sentence. */
const CLEAR = /^.{20,}\.$/s
const CARD = '9990000000000011'
const CLEANED_WITHIN_MS = 20_000

/** Uploads every hostile file as an inquiry and as every import. Requires workers. */
export async function fuzzFiles(
  system: TestSystem,
  categories: readonly string[] = UPLOAD_CATEGORIES,
): Promise<FileResult[]> {
  const results: FileResult[] = []
  for (const category of categories) {
    const [header = '', row = ''] = await sampleOf(system, category)
    const before = await stateOf(system)
    for (const file of HOSTILE_FILES) {
      const content = Buffer.from(file.content(header, row))
      const { outcome, flaws } = await tryFile(system, category, file, content)
      results.push({ name: `${category}: ${file.name}`, outcome: outcome.slice(0, 160), flaws })
    }
    const outcome = await stateOf(system)
    const flaws = before === outcome ? [] : [`the tables changed: ${before} → ${outcome}`]
    results.push({ name: `${category}: the tables are unchanged`, outcome, flaws })
  }
  return results
}

/** A valid header and row of the category. */
async function sampleOf(system: TestSystem, category: string): Promise<string[]> {
  if (category === 'SMAC_INQUIRY') return ['card_number,date_from,date_to', `${CARD},2026-10-01,2026-10-20`]
  const table = TABLES.find((each) => each.category === category)
  const endpoint = table ? api[table.name as 'tenders'].template : api.cases.template
  const headers = { authorization: `Bearer ${await system.tokenOf(AS)}` }
  const reply = await system.app.inject(requestOf(endpoint, {}, headers))
  const { resource } = reply.json<{ resource: { content: string } }>()
  const [header = '', row = ''] = resource.content.replace('\uFEFF', '').split(/\r?\n/)
  return [header, table ? row : row.replace(/^[^,]*/, await aCase(system))]
}

/** Number of a new case, which a posting reply can close. */
async function aCase(system: TestSystem): Promise<string> {
  const { rows } = await system.ledger.pool.query<{ card_id: string }>('SELECT card_id FROM cards LIMIT 1')
  const { case_no } = await openCase(system, { card_id: String(rows[0]?.card_id) }, AS)
  return case_no
}

async function tryFile(system: TestSystem, category: string, { outcomes }: HostileFile, content: Buffer) {
  const uploaded = await uploadFile(system, content, AS, { category }).catch((error: Error) => error)
  if (uploaded instanceof Error) {
    // Rejected for its size before it is sent.
    const isExpected = outcomes.some((code) => uploaded.message.includes(`"code":"${code}"`))
    const flaws = isExpected && uploaded.message.includes('422 {') ? [] : [uploaded.message.slice(0, 300)]
    return { outcome: `not signed: ${uploaded.message.slice(-120)}`, flaws }
  }
  const { source_filekey: key } = uploaded
  const isRead = ({ state }: TrackedFile) =>
    state === 'MATCHING' || state === 'AWAITING_CONFIRMATION' || isFinalState(state)
  const file = await waitFor(system, key, AS, isRead)
  const { state, failure, counts, artifacts } = file
  const flaws: string[] = []
  const expect = (isMet: boolean, flaw: string) => isMet || flaws.push(flaw)
  if (state === 'REJECTED') {
    const detail = failure?.detail ?? ''
    expect(
      outcomes.some((code) => code === failure?.code),
      `rejected with ${failure?.code}: ${detail}`,
    )
    expect(CLEAR.test(detail), `not clear: ${detail}`)
    expect(!detail.includes(CARD), 'shows a card number')
    expect(artifacts.join() === 'source', `left ${artifacts.join()}`)
  } else if (state === 'AWAITING_CONFIRMATION') {
    const isClean = counts.error + counts.warning === 0
    const found = `${counts.error} errors, ${counts.warning} warnings`
    expect(outcomes.includes(isClean ? 'read' : 'row'), found)
    const { items } = await system.call(api.files.errors, { query: { source_filekey: key } }, AS)
    expect(items.length >= Math.min(counts.error, 1), 'the errors are not listed')
    expect(
      items.every(({ message }) => message.length >= 8),
      'a message is not clear',
    )
    expect(!items.some(({ value }) => value.includes(CARD)), 'shows a card number')
    const report = artifacts.includes('errors') ? await downloadText(system, key, 'errors', AS) : ''
    expect(!/(?:^|[,;])"?[=@][A-Z(]/m.test(report), 'a cell of the report is a formula')
    await changeFile(system, 'cancel', key, AS)
  } else if (state === 'MATCHING') {
    expect(outcomes.includes('columns'), 'waits for its columns')
    await changeFile(system, 'cancel', key, AS)
  } else flaws.push(`ended ${state}`)
  expect(await isCleanedUp(system, key), 'left staged rows')
  const detail = failure ? `${failure.code} ${failure.detail}` : `${counts.error} errors`
  return { outcome: `${state}: ${detail}`, flaws }
}

/** True once the clean-up job has removed the staged rows of a file. */
async function isCleanedUp({ pool }: TestSystem, filekey: string): Promise<boolean> {
  const name = `staging.f_${filekey.replaceAll('-', '')}`
  for (const deadline = Date.now() + CLEANED_WITHIN_MS; Date.now() < deadline; ) {
    const { rows } = await pool.query('SELECT to_regclass($1) IS NULL AS gone', [name])
    if (rows[0]?.gone === true) return true
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return false
}

/** Number of rows and time of the last change of each table. */
async function stateOf({ pool }: TestSystem): Promise<string> {
  const counts = TABLES.map(
    ({ name }) => `(SELECT concat('${name} ', count(*), ' ', max(updated_at)) FROM ${name})`,
  )
  const { rows } = await pool.query<{ state: string }>(`SELECT concat_ws(', ', ${counts.join()}) AS state`)
  return rows[0]?.state ?? ''
}
