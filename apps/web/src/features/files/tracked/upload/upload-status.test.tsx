import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { show, testServer } from '../../../../testing/screen.tsx'
import { IDLE, type Step, type Upload, useUploads } from './upload.ts'
import { UploadProgress } from './upload-progress.tsx'
import { summaryOf, UploadStatus } from './upload-status.tsx'

testServer()
afterEach(() => act(() => useUploads.setState({ uploads: [] })))

function upload(name: string, facts: Partial<Upload> = {}): Upload {
  const part = { size: 100, sent: 40, tries: 0, state: 'sending', etag: '' } as const
  return { ...IDLE, id: name, name, step: 'uploading', size: 100, parts: [part], ...facts }
}

const set = (...uploads: Upload[]) => act(() => useUploads.setState({ uploads }))

test('the header shows name, percent and a link, and a failure', async () => {
  await show('/status', () => <UploadStatus />)
  expect(screen.queryByRole('link')).toBeNull()
  set(upload('cards.csv'))
  const link = screen.getByRole('link', { name: /^Uploading cards.csv/ })
  expect(link.getAttribute('href')).toBe('/smac_inquiry?tab=file')
  expect(link.textContent).toBe('Uploadingcards.csv40%')
  set(upload('cards.csv'), upload('more.csv', { step: 'queued', parts: [] }))
  expect(screen.getByRole('link').textContent).toBe('Uploading2 files20%')

  const failed = { step: 'failed', category: 'TENDERS', reason: 'Lost.' } as const
  set(upload('tenders.csv', failed))
  expect(screen.getByRole('status').textContent).toBe('tenders.csvnot uploaded')
  expect(screen.getByRole('link').getAttribute('href')).toBe('/lookup/tenders')
  set()
  expect(screen.queryByRole('link')).toBeNull()
})

test('a refused file shows its message, and below it what to do', async () => {
  const reason = 'File size limit exceeded\nSplit it.'
  await show('/smac_inquiry', () => (
    <UploadProgress upload={upload('cards.csv', { step: 'failed', reason })} />
  ))
  expect(screen.getByRole('alert').textContent).toContain('cards.csv was not uploaded.')
  screen.getByText('File size limit exceeded')
  screen.getByText('Split it.')
})

test('the header leaves out what the screen shows', async () => {
  const shown = upload('cards.csv')
  await show('/smac_inquiry', () => (
    <>
      <UploadStatus />
      <UploadProgress upload={shown} />
    </>
  ))
  set(shown, upload('more.csv'))
  await waitFor(() => expect(screen.getByRole('link').textContent).toBe('Uploadingmore.csv40%'))
})

function inStep(name: string, step: Step, [size, sent]: [number, number] = [100, 0]): Upload {
  const part = { size, sent, tries: 0, state: 'sending', etag: '' } as const
  const ticket = { sourceFilekey: `key of ${name}`, urls: [], partSize: size, headers: {} }
  return { ...IDLE, id: name, name, step, size, ticket, parts: [part] }
}

test('the summary is undefined without an upload in progress or a failed one', () => {
  expect(summaryOf([])).toBeUndefined()
  expect(summaryOf([inStep('a.csv', 'done'), inStep('b.csv', 'cancelled')])).toBeUndefined()
})

test('the summary of one upload has its name, percent and file', () => {
  expect(summaryOf([inStep('a.csv', 'uploading', [200, 50]), inStep('b.csv', 'done')])).toEqual({
    subject: 'a.csv',
    percent: 25,
    hasFailed: false,
    category: 'SMAC_INQUIRY',
    sourceFilekey: 'key of a.csv',
  })
})

test('the summary adds up several uploads by their bytes', () => {
  const uploads = [inStep('a.csv', 'uploading', [300, 150]), inStep('b.csv', 'queued', [100, 0])]
  expect(summaryOf(uploads)).toMatchObject({ subject: '2 files', percent: 37, sourceFilekey: undefined })
})

test('the summary names a failed upload first', () => {
  const uploads = [inStep('a.csv', 'uploading', [300, 150]), inStep('b.csv', 'failed')]
  expect(summaryOf(uploads)).toMatchObject({ subject: 'b.csv', hasFailed: true })
})

test('the percent of an empty file is 0', () => {
  expect(summaryOf([inStep('a.csv', 'checking', [0, 0])])).toMatchObject({ percent: 0 })
})
