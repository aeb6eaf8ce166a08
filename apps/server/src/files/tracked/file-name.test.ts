import { api } from '@backoffice/contract/api'
import { propertyRuns } from '@backoffice/contract/testing/property-runs'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dryRun } from '../../testing/file-actions.ts'
import { startTestSystem, type TestSystem } from '../../testing/test-system.ts'
import { normalizeFileName } from './check-upload.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startTestSystem({ workers: true, limits: { uploadsAtOnce: 1_000 } })
})
afterAll(() => system.stop())

const upload = { content_type: 'text/csv', size: 30, category: 'SMAC_INQUIRY' } as const
const HIDDEN =
  /[\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u00ad\u180e\ufeff\ufff9-\ufffb\u{e0001}-\u{e007f}]/u

const anyName = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(...'\u202e\u2066\u2069\u200e\u061c\u2028\u200b\u200c\u200d\ufeff\u00ad'),
      fc.constantFrom('é', 'e\u0301', 'ﬁ', '１', 'ب', 'न', '👩', '/', 'csv', '.'),
    ),
  )
  .map((parts) => parts.join(''))

test('names are composed, without invisible or direction-changing characters', () => {
  const property = fc.property(anyName, (name) => {
    const clean = normalizeFileName(name)
    expect(clean).not.toMatch(HIDDEN)
    expect(clean).toBe(clean.normalize('NFKC'))
    expect(normalizeFileName(clean)).toBe(clean)
    expect(clean).not.toMatch(
      /(^|[\p{Script=Latin}\d.])[\u200c\u200d]|[\u200c\u200d]([\p{Script=Latin}\d.]|$)/u,
    )
  })
  fc.assert(property, { numRuns: propertyRuns(2_000) })
})

test.each([
  ['cards\u202evsc.exe.csv', 'cardsvsc.exe.csv'],
  ['\u2066branch\u2069\u200b-\u20280417.csv', 'branch-0417.csv'],
  ['ｃａｒｄｓ－０４.ｃｓｖ', 'cards-04.csv'],
  ['Pen\u0303aflor ﬁle.csv', 'Peñaflor file.csv'],
  ['ca\u200drds.csv', 'cards.csv'],
  ['می\u200cخواهم.csv', 'می\u200cخواهم.csv'],
  ['👩\u200d💻.csv', '👩\u200d💻.csv'],
])('%j is stored as %j in the row, the trail and the download', async (file_name, stored) => {
  const content = `card_number\n${Math.random().toString().slice(2, 12).padEnd(17, '0')}\n`
  const { source_filekey } = await dryRun(system, content, 'agent', { file_name })
  const { rows } = await system.pool.query(
    `SELECT file_name, changes -> 'file_name' ->> 1 AS audited FROM files
     JOIN audit_events ON resource_id = files.source_filekey::text AND action = 'file.sign' WHERE files.source_filekey = $1`,
    [source_filekey],
  )
  expect(rows[0]).toEqual({ file_name: stored, audited: stored })
  const signed = await system.call(
    api.files.presign,
    { body: { source_filekey, artifact: 'source' } },
    'agent',
  )
  const { headers } = await system.app.inject(
    new URL(signed.download_url ?? '').href.replace(/^http:\/\/[^/]+/, ''),
  )
  expect(headers['content-disposition']).toContain(`filename*=UTF-8''${encodeURIComponent(stored)}`)
})

test.each([
  ['\u202e\u200b', 'file_name'],
  ['\u202e.csv', 'file_name'],
  [' \u2028.csv', 'file_name'],
  ['cards\u0085.csv', 'file_name'],
  [`${'ﷺ'.repeat(60)}.csv`, 'file_name'],
  ['a／b.csv', 'file_name'],
  ['cards.csv․exe', 'file_name'],
  ['９９９０００００００００００１１.csv', 'file_name'],
  ['٩٩٩\u202e٠٠٠٠٠٠٠٠٠٠٠١١.csv', 'file_name'],
  ['⑨⑨⑨⓪⓪⓪⓪⓪⓪⓪⓪⓪⓪⓪①①.csv', 'file_name'],
])('%j is refused', async (file_name, field) => {
  const { status, errors } = await system.expectProblem(
    api.files.presign,
    { body: { ...upload, file_name } },
    'agent',
  )
  expect([status, errors?.[0]?.field]).toEqual([422, field])
})
