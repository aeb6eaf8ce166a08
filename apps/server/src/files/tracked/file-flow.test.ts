import { api } from '@backoffice/contract/api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { downloadText, dryRun, runInquiry } from '../../testing/file-actions.ts'
import { startTestSystem, type TestSystem } from '../../testing/test-system.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startTestSystem({ workers: true })
})
afterAll(() => system.stop())

const MESSY = [
  '\uFEFFcard_number,date_from,date_to,reference_no',
  '9990000000000011,2026-10-01,2026-10-31,A-1',
  '',
  '9990-0000-0000-0029,2026-10-01,2026-10-31,=2+3',
  '9990000000000012,2026-10-01,2026-10-31,wrong digit',
  '9.99E+15,2026-10-01,2026-10-31,damaged',
  '9990000000000011,2026-10-01,2026-10-31,again',
  '9990000000001233,2026-10-31,2026-10-01,reversed',
  '9999000000004568,2026-02-30,2026-03-01,no such day',
  '9990000000005000,2026-10-01,2026-10-31,trailing zeros',
  '',
].join('\r\n')

describe('a file with every kind of row', () => {
  test('is counted, confirmed, processed row by row, and can be corrected', async () => {
    const dry = await dryRun(system, MESSY)
    expect(dry.state).toBe('AWAITING_CONFIRMATION')
    expect(dry.counts).toMatchObject({ total: 8, valid: 2, duplicate: 1, error: 5, warning: 1 })
    const { items } = await system.call(
      api.files.errors,
      { query: { source_filekey: dry.source_filekey } },
      'agent',
    )
    expect(items.map((each) => [each.row_number, each.code])).toEqual([
      [2, 'W002'],
      [3, 'E003'],
      [4, 'E012'],
      [5, 'E008'],
      [6, 'E006'],
      [7, 'E005'],
      [8, 'E012'],
    ])

    const body = { source_filekey: dry.source_filekey, outcome: 'new' } as const
    expect(await system.expectProblem(api.files.preview, { body }, 'agent')).toMatchObject({ status: 404 })

    const done = await runInquiry(system, dry.source_filekey)
    expect(done.state).toBe('COMPLETED_WITH_ERRORS')
    expect(done.counts).toMatchObject({ processed: 8, skipped: 6 })
    const lines = (await downloadText(system, dry.source_filekey, 'result')).trimEnd().split('\n')
    expect(lines).toHaveLength(9)
    expect(lines.slice(1).map((line) => line.split(',')[3])).toEqual([
      'NOT_FOUND',
      'NOT_FOUND',
      'INVALID',
      'INVALID',
      'DUPLICATE',
      'INVALID',
      'INVALID',
      'INVALID',
    ])
    expect(lines[2]).toContain(",'=2+3,")
    expect(lines[5]).toContain('same as row 1')

    const rejected = await downloadText(system, dry.source_filekey, 'rejected')
    const corrected = rejected
      .replace('9990000000000012', '9990000000000011')
      .replace('9.99E+15', '9990000000000029')
      .replace('2026-10-31,2026-10-01', '2026-10-01,2026-10-31')
      .replace('2026-02-30', '2026-02-28')
      .replace('9990000000005000', '9999000000004568')
    const again = await dryRun(system, corrected)
    expect(again.counts).toMatchObject({ total: 5, valid: 5, error: 0 })
    const finished = await runInquiry(system, again.source_filekey)
    expect(finished.state).toBe('COMPLETED')

    const { artifacts } = await system.call(
      api.files.get,
      { query: { source_filekey: dry.source_filekey } },
      'agent',
    )
    expect(artifacts).toEqual(['result', 'errors', 'rejected', 'source'])
  })
})
