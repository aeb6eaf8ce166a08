import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { show, testServer } from '../../../../testing/screen.tsx'
import { IDLE, type Upload, useUploads } from '../upload/upload.ts'
import { startUploads } from '../upload/upload-runner.ts'
import { ImportButton } from './import-button.tsx'

testServer()
afterEach(() => act(() => useUploads.setState({ uploads: [] })))

const KEYS = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002']

/** Uploads of one choice of files, with their steps. */
function chosen(...steps: Upload['step'][]): Upload[] {
  return steps.map((step, index) => ({
    ...IDLE,
    id: `${index}`,
    category: 'TENDERS',
    name: `tenders-${index}.csv`,
    step,
    opensWhenDone: true,
    ticket: { sourceFilekey: KEYS[index] ?? '', urls: [], partSize: 1, headers: {} },
  }))
}
const set = (uploads: Upload[]) => act(() => useUploads.setState({ uploads }))

test('the first of several imports opens once all are registered', async () => {
  const path = await show('/lookup/tenders', () => <ImportButton category="TENDERS" />)
  await screen.findByRole('button', { name: 'Import' })
  await set(chosen('done', 'uploading'))
  expect(path()).toBe('/lookup/tenders')
  await set(chosen('done', 'done'))
  await waitFor(() => expect(path()).toBe(`/files/${KEYS[0]}`))
  expect(useUploads.getState().uploads).toEqual([])
})

test('a failed one of several imports keeps the user in the list', async () => {
  const path = await show('/lookup/tenders', () => <ImportButton category="TENDERS" />)
  await screen.findByRole('button', { name: 'Import' })
  await set(chosen('done', 'failed'))
  expect(path()).toBe('/lookup/tenders')
})

test('several imports open the first, several inquiries stay in their list', () => {
  const files = ['a.txt', 'b.txt'].map((name) => new File(['x'], name))
  act(() => startUploads(files, 'TENDERS'))
  act(() => startUploads(files, 'SMAC_INQUIRY'))
  act(() => startUploads([new File(['x'], 'c.txt')], 'SMAC_INQUIRY'))
  const opens = useUploads.getState().uploads.map(({ category, opensWhenDone }) => [category, opensWhenDone])
  expect(opens).toEqual([
    ['TENDERS', true],
    ['TENDERS', true],
    ['SMAC_INQUIRY', false],
    ['SMAC_INQUIRY', false],
    ['SMAC_INQUIRY', false],
  ])
})
