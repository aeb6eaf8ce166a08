import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { show, testServer } from '../../../../testing/screen.tsx'
import { IDLE, type Upload, useUploads } from './upload.ts'
import { UploadProgress } from './upload-progress.tsx'
import { UploadStatus } from './upload-status.tsx'

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
