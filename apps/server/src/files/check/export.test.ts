import { api } from '@backoffice/contract/api'
import type { CallInput } from '@backoffice/contract/endpoint'
import { isFinalState } from '@backoffice/contract/file-states'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { removeOldFiles } from '../../features/retention/remove-old-files.ts'
import { downloadText, dryRun, waitFor } from '../../testing/file-actions.ts'
import { addCash } from '../../testing/tenders.ts'
import { startTestSystem, type TestSystem } from '../../testing/test-system.ts'

const endpoints = api.tenders

let system: TestSystem
beforeAll(async () => {
  system = await startTestSystem({ workers: true })
  await addCash(system.pool)
  await system.pool.query(`
    INSERT INTO tenders (source_system, tender_id, tender_name, payment_method_code, company_code, status, effective_to,
      updated_at)
    SELECT 'POS', to_char(n, 'FM0000'), name, 'CSH', '*', CASE WHEN n = 4 THEN 'INACTIVE' ELSE 'ACTIVE' END,
      CASE WHEN n = 2 THEN '2020-01-31'::date END, '2026-11-22T00:20:00Z'
    FROM unnest(ARRAY['=cmd()', '''=quoted', '"a, b" 😀 عربي', '<script>; -1', '''90s wallet']) WITH ORDINALITY AS names(name, n)`)
})
afterAll(() => system.stop())

type ExportBody = CallInput<typeof endpoints.export>['body']
async function exported(body: ExportBody, as = 'lookup') {
  const { source_filekey } = await system.call(endpoints.export, { body }, as)
  const file = await waitFor(system, source_filekey, as, (each) => isFinalState(each.state))
  return { file, text: await downloadText(system, source_filekey, 'result', as) }
}

test('exports the shown list, with labels', async () => {
  const { file, text } = await exported({
    form: 'view',
    filters: { status: { in: ['ACTIVE'] } },
    sort: ['tender_id:desc'],
    columns: ['tender_id', 'tender_name', 'state', 'effective_to', 'updated_at', 'updated_by'],
  })
  expect(text).toBe(
    [
      'Tender ID,Tender name,State,To,Changed,Changed by',
      "0005,'90s wallet,In force,,2026-11-22 08:20,System",
      '0003,"""a, b"" 😀 عربي",In force,,2026-11-22 08:20,System',
      "0002,''=quoted,Ended,2020-01-31,2026-11-22 08:20,System",
      "0001,'=cmd(),In force,,2026-11-22 08:20,System",
      '',
    ].join('\n'),
  )
  expect(file).toMatchObject({
    kind: 'export',
    category: 'TENDERS',
    state: 'COMPLETED',
    size: Buffer.byteLength(text),
    counts: { total: 4, processed: 4 },
    export: { form: 'view' },
    artifacts: ['result'],
    file_name: expect.stringMatching(/^tenders-\d{4}-\d\d-\d\d\.csv$/),
  })
})

test('an exported template imports unchanged and exports to the same bytes', async () => {
  const { text } = await exported({ form: 'template' })
  const file = await dryRun(system, text, 'lookup', { category: 'TENDERS' })
  expect(file.preview).toMatchObject({ new: 0, changed: 0, unchanged: 5, rejected: 0, tidied: 0 })
  await system.call(endpoints.import, { body: { source_filekey: file.source_filekey } }, 'lookup')
  await waitFor(system, file.source_filekey, 'lookup', (each) => each.state === 'COMPLETED')
  expect((await exported({ form: 'template' })).text).toBe(text)
})

test('the import template has a version in its name and a valid row', async () => {
  const { file_name, content } = await system.call(endpoints.template, {}, 'lookup')
  expect(file_name).toBe('tenders_v1.csv')
  const file = await dryRun(system, content, 'lookup', { category: 'TENDERS' })
  expect(file.preview).toMatchObject({ unchanged: 1, rejected: 0 })
})

test('exports only the files and inquiries that the user may see', async () => {
  await dryRun(system, 'card_number\n9990000000000011\n', 'supervisor', { file_name: 'theirs.csv' })
  const { source_filekey } = await system.call(
    api.files.export,
    { body: { form: 'view', columns: ['file_name'], filters: { kind: { in: ['inquiry'] } } } },
    'auditor',
  )
  await waitFor(system, source_filekey, 'auditor', (each) => each.state === 'COMPLETED')
  expect(await downloadText(system, source_filekey, 'result', 'auditor')).toBe('Name\ntheirs.csv\n')
  const inquiries = await system.call(
    api.inquiries.export,
    { body: { form: 'view', columns: ['purpose', 'state'] } },
    'agent',
  )
  await waitFor(system, inquiries.source_filekey, 'agent', (each) => each.state === 'COMPLETED')
  expect(await downloadText(system, inquiries.source_filekey, 'result', 'agent')).toBe('Purpose,State\n')
  const refused = await system.expectProblem(api.inquiries.export, { body: { form: 'template' } }, 'agent')
  expect(refused).toMatchObject({ status: 422, errors: [{ field: 'form' }] })
})

test('an export of another user is not found', async () => {
  const { file } = await exported({ form: 'view' })
  const body = { source_filekey: file.source_filekey, artifact: 'result' as const }
  expect(await system.expectProblem(api.files.presign, { body }, 'agent')).toMatchObject({ status: 404 })
  // Sees all files, but may not export tenders.
  expect(await system.expectProblem(api.files.presign, { body }, 'supervisor')).toMatchObject({ status: 403 })
})

test('keeps an export for 30 days', async () => {
  const { file } = await exported({ form: 'view' })
  const artifactsAfter = async (days: number) => {
    system.clock.offsetMs = days * 86_400_000
    await removeOldFiles(system.workerDeps)
    system.clock.offsetMs = 0
    const query = { source_filekey: file.source_filekey }
    return (await system.call(api.files.get, { query }, 'lookup')).artifacts
  }
  expect(await artifactsAfter(29.9)).toEqual(['result'])
  expect(await artifactsAfter(30.1)).toEqual([])
})

test.each([
  ['the search', { search: '9990 0000 0000 0011' }],
  ['a filter', { filters: { tender_name: { contains: '9990000000000011' } } }],
])('rejects an export with a card number in %s', async (_what, selection) => {
  const problem = await system.expectProblem(
    endpoints.export,
    { body: { form: 'view', ...selection } },
    'lookup',
  )
  expect([problem.status, problem.errors?.[0]?.code]).toEqual([422, 'card_number'])
})
