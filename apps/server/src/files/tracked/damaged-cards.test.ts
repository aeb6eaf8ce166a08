import { api } from '@backoffice/contract/api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { giveAccess, userIdOf } from '../../testing/access.ts'
import { downloadText, dryRun, runInquiry } from '../../testing/file-actions.ts'
import { rowsToFix, sendFixes } from '../../testing/fixes.ts'
import { startTestSystem, type TestSystem } from '../../testing/test-system.ts'

const VALID = '9990000000000011'
/** The letter O for a zero, a truncation, a wrong check digit, and a card with a line break. */
const [LETTER, TRUNCATED, WRONG, BROKEN] = [
  '999135O664399533',
  '777135066439',
  '8881350664395331',
  '6661350664399533',
]
const FILE = [
  'card_number,reference_no',
  `${VALID},R-1`,
  `${LETTER},R-2`,
  `${TRUNCATED},R-3`,
  `${WRONG},R-4`,
  `"${BROKEN}\n",R-5`,
  // A guessed cell, because the quote is never closed.
  `"x"${LETTER}",R-6`,
  '',
].join('\n')
const SECRETS = ['999135', '777135', '888135', '666135', '6439', '664399533', '9533', '5331']

let system: TestSystem
beforeAll(async () => {
  system = await startTestSystem({ workers: true })
  // May open files of other users, but not see whole numbers.
  await giveAccess(system, 'viewer', ['Files', 'SMAC Inquiry'], ['file:*', 'inquiry:*'])
})
afterAll(() => system.stop())

function expectHidden(what: string, text: string) {
  expect([what, SECRETS.filter((secret) => text.includes(secret))]).toEqual([what, []])
}

async function download(source_filekey: string, artifact: 'result' | 'errors', as: string) {
  const sign = () => system.send(api.files.presign, { body: { source_filekey, artifact } }, as)
  await expect.poll(async () => (await sign()).status).toBe(200)
  return downloadText(system, source_filekey, artifact, as)
}

async function resultOf(source_filekey: string, as: string, search?: string) {
  const body = { source_filekey, page: 1, page_size: 25, ...(search && { search }) } as const
  return system.call(api.files.result, { body }, as)
}

test('a card column is masked for other users whatever stands in it, and its uploader sees what they wrote', async () => {
  const { source_filekey: key } = await dryRun(system, FILE)
  await runInquiry(system, key, 'agent', { date_from: '2026-11-01', date_to: '2026-11-20' })
  for (const as of ['viewer', 'supervisor', 'admin']) {
    const page = await resultOf(key, as)
    expect(page.items.map(({ card }) => card)).toEqual(['•••• 0011', '••••', '••••', '••••', '••••', '••••'])
    expect((await resultOf(key, as, '6439')).items).toEqual([])
    const { items } = await system.call(api.files.errors, { query: { source_filekey: key } }, as)
    expect(items.map(({ value }) => value)).toContain('••••')
    for (const text of [page, items].map((each) => JSON.stringify(each))) expectHidden(as, text)
    for (const artifact of ['result', 'errors'] as const)
      expectHidden(`${artifact} of ${as}`, await download(key, artifact, as))
  }
  expect((await resultOf(key, 'agent')).items.map(({ card }) => card)).toEqual(
    expect.arrayContaining([LETTER, TRUNCATED]),
  )
  const { items } = await system.call(api.files.errors, { query: { source_filekey: key } }, 'agent')
  expect(items.map(({ value }) => value)).toEqual(expect.arrayContaining([LETTER, TRUNCATED]))
  expect(await downloadText(system, key, 'errors')).toContain(LETTER)
})

test('nor do the receiver of the file and the trail see them', async () => {
  const { source_filekey: key } = await dryRun(system, FILE, 'supervisor')
  const fixed = [{ row: 2, values: { card_number: `${LETTER}0` } }]
  expect((await sendFixes(system, key, fixed, 'supervisor')).status).toBe(200)
  await expect
    .poll(
      async () => (await system.call(api.files.get, { query: { source_filekey: key } }, 'supervisor')).state,
    )
    .toBe('AWAITING_CONFIRMATION')
  expect((await rowsToFix(system, key, 'supervisor')).rows[0]?.cells).toMatchObject({
    card_number: `${LETTER}0`,
  })
  const body = { from: await userIdOf(system, 'supervisor'), to: await userIdOf(system, 'agent') }
  await system.call(api.users.handOver, { body }, 'admin')
  const grid = await rowsToFix(system, key, 'agent')
  expect(grid.rows[0]).toMatchObject({ cells: { card_number: '••••' }, was: { card_number: '••••' } })
  expectHidden('grid', JSON.stringify(grid.rows))
  const trail = await system.pool.query(`SELECT changes FROM audit_events WHERE resource_id = $1`, [key])
  expectHidden('trail', JSON.stringify(trail.rows))
})

test('samples of unmatched columns are for the uploader only', async () => {
  const content = `Member ID;Note\n${LETTER};a\n${TRUNCATED};b\n${VALID};c\n`
  const { source_filekey: key } = await dryRun(system, content, 'supervisor')
  const read = () => system.send(api.columns.get, { query: { source_filekey: key } }, 'supervisor')
  expect(JSON.stringify((await read()).body)).toContain(LETTER)
  const body = { from: await userIdOf(system, 'supervisor'), to: await userIdOf(system, 'agent') }
  await system.call(api.users.handOver, { body }, 'admin')
  expect(await system.send(api.columns.get, { query: { source_filekey: key } }, 'agent')).toMatchObject({
    status: 403,
  })
})
