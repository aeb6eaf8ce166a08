import { expect, test } from 'vitest'
import { IDLE, type Step, type Upload } from './upload.ts'
import { summaryOf } from './upload-summary.ts'

function upload(name: string, step: Step, [size, sent]: [number, number] = [100, 0]): Upload {
  const part = { size, sent, tries: 0, state: 'sending', etag: '' } as const
  const ticket = { sourceFilekey: `key of ${name}`, urls: [], partSize: size, headers: {} }
  return { ...IDLE, id: name, name, step, size, ticket, parts: [part] }
}

test('nothing is shown without an upload in progress or a failed one', () => {
  expect(summaryOf([])).toBeUndefined()
  expect(summaryOf([upload('a.csv', 'done'), upload('b.csv', 'cancelled')])).toBeUndefined()
})

test('one upload has its name, percent and file', () => {
  expect(summaryOf([upload('a.csv', 'uploading', [200, 50]), upload('b.csv', 'done')])).toEqual({
    subject: 'a.csv',
    percent: 25,
    hasFailed: false,
    category: 'SMAC_INQUIRY',
    sourceFilekey: 'key of a.csv',
  })
})

test('several uploads are summed by their bytes', () => {
  const uploads = [upload('a.csv', 'uploading', [300, 150]), upload('b.csv', 'queued', [100, 0])]
  expect(summaryOf(uploads)).toMatchObject({ subject: '2 files', percent: 37, sourceFilekey: undefined })
})

test('a failed upload comes first', () => {
  const uploads = [upload('a.csv', 'uploading', [300, 150]), upload('b.csv', 'failed')]
  expect(summaryOf(uploads)).toMatchObject({ subject: 'b.csv', hasFailed: true })
})

test('an empty file has no percent to divide by', () => {
  expect(summaryOf([upload('a.csv', 'checking', [0, 0])])).toMatchObject({ percent: 0 })
})
