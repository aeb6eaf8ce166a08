import type { TrackedFile } from '@backoffice/contract/files'
import { fileEndpoints } from '@backoffice/contract/files'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { serve, show, testServer } from '../../../../testing/screen.tsx'
import { useUploads } from './upload.ts'
import { UploadProgress } from './upload-progress.tsx'
import { startUploads } from './upload-runner.ts'

testServer()
const KEY = '00000000-0000-4000-8000-000000000001'

/** A file store that replies with a status to each part. */
function stubStore(status: number): void {
  class StoreRequest {
    status = status
    upload = {}
    onload = () => {}
    open() {}
    setRequestHeader() {}
    abort() {}
    send() {
      setTimeout(() => this.onload())
    }
  }
  vi.stubGlobal('XMLHttpRequest', StoreRequest)
}

function Uploads() {
  const { uploads } = useUploads()
  return uploads.map((upload) => <UploadProgress key={upload.id} upload={upload} />)
}

const serveState = (state: TrackedFile['state']) =>
  // Cast: only the state is read.
  serve(fileEndpoints.get, () => ({ source_filekey: KEY, state }) as TrackedFile)

beforeEach(() => {
  serve(fileEndpoints.presign, () => ({
    source_filekey: KEY,
    upload_url: 'http://store.test/uploads/x',
    headers: {},
    expires_at: '2026-11-20T00:00:00Z',
  }))
})
afterEach(() => act(() => useUploads.setState({ uploads: [] })))

async function upload() {
  await show('/status', () => <Uploads />)
  act(() => startUploads([new File(['card_number\n1\n'], 'cards.csv')], 'SMAC_INQUIRY'))
}

test('an upload that the store does not know stays in the list, with what to do', async () => {
  stubStore(404)
  serveState('PENDING_UPLOAD')
  await upload()
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('cards.csv was not uploaded.')
  expect(alert.textContent).toContain(
    'The file store does not know this upload. Dismiss it and choose the file again.',
  )
  await userEvent.click(within(alert).getByRole('button', { name: 'Dismiss' }))
  await waitFor(() => expect(useUploads.getState().uploads).toEqual([]))
})

test.each([404, 409])('an upload that was cancelled elsewhere leaves the list after %d', async (status) => {
  stubStore(status)
  const read = serveState('CANCELLED')
  await upload()
  await waitFor(() => expect([read.length, useUploads.getState().uploads]).toEqual([1, []]))
})
