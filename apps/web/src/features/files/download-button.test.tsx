import { fileEndpoints, type TrackedFile } from '@backoffice/contract/files'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FormError } from '../../kit/form/form-error.ts'
import { usePreferences } from '../../kit/preferences/preferences.ts'
import { allowOnly, serve, show, testServer } from '../../testing/screen.tsx'
import { DownloadButton, WholeNumbersDialog } from './download-button.tsx'

const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
const KEY = '01900000-0000-7000-8000-000000000001'
// The fields that the button reads.
const FILE = {
  source_filekey: KEY,
  kind: 'inquiry',
  category: 'SMAC_INQUIRY',
  is_own: true,
  needs_reason: { artifacts: ['rejected'] },
} as unknown as TrackedFile

const PREPARING = { refusal: { status: 409, code: 'artifact_preparing', detail: 'Being prepared.' } }
const signed = (download_url = '/storage/file') => ({
  source_filekey: KEY,
  download_url,
  expires_at: '2026-11-27T04:00:00Z',
})
testServer()
/** Links that the page followed. */
const links: HTMLAnchorElement[] = []
const followed = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
  this: HTMLAnchorElement,
) {
  links.push(this)
})

beforeEach(() => {
  allowOnly(['Files', 'SMAC Inquiry', 'Users'], ['file:*', 'inquiry:*', 'card:*', 'review:*'])
  usePreferences.setState(usePreferences.getInitialState(), true)
  followed.mockClear()
  vi.useFakeTimers({ shouldAdvanceTime: true })
})
afterEach(() => {
  vi.useRealTimers()
})
/** Lets the pause before the next try pass. */
const pass = () => act(() => vi.advanceTimersByTimeAsync(1_000))

const showButton = (artifact: 'result' | 'rejected' | 'source', file = FILE) =>
  show('/files', () => <DownloadButton file={file} artifact={artifact} label="Download it" />)
const chooseFormat = async (name: string) => {
  await user.click(screen.getByRole('button', { name: /^Formats of the/ }))
  await user.click(screen.getByRole('menuitem', { name, hidden: true }))
}

test('the menu downloads a workbook, waits until it is made, and remembers the format', async () => {
  let calls = 0
  const presign = serve(fileEndpoints.presign, () => {
    calls++
    return calls === 1 ? PREPARING : signed()
  })
  await showButton('result')
  await user.click(screen.getByRole('button', { name: 'Download it' }))
  await expect.poll(() => calls).toBe(1)
  await pass()
  await expect.poll(() => calls).toBe(2)
  await screen.findByRole('button', { name: 'Download it' })
  expect(presign[0]?.body).toEqual({ source_filekey: KEY, artifact: 'result' })
  await chooseFormat('Excel (.xlsx)')
  await expect.poll(() => presign.at(-1)?.body).toMatchObject({ format: 'xlsx' })
  await screen.findByRole('button', { name: 'Download it (Excel)' })
  expect(usePreferences.getState().pending).toEqual({ download_format: 'xlsx' })
})

test('the button states that a download is being prepared', async () => {
  let isReady = false
  serve(fileEndpoints.presign, () => (isReady ? signed() : PREPARING))
  await showButton('result')
  await user.click(screen.getByRole('button', { name: 'Download it' }))
  await screen.findByText('Preparing…')
  isReady = true
  await pass()
  await screen.findByRole('button', { name: 'Download it' })
  expect(followed).toHaveBeenCalledTimes(1)
})

test('a download does not leave the page, which would ask about unsaved changes', async () => {
  let address = '/storage/file'
  serve(fileEndpoints.presign, () => signed(address))
  await showButton('result')
  await user.click(screen.getByRole('button', { name: 'Download it' }))
  await expect.poll(() => links.at(-1)?.href).toMatch(/\/storage\/file$/)
  expect(links.at(-1)?.hasAttribute('download')).toBe(true)
  // A link to another origin is a navigation, whatever its attributes. The test DOM cannot load the frame.
  const frames: HTMLIFrameElement[] = []
  const append = vi
    .spyOn(document.body, 'append')
    .mockImplementation((frame) => frames.push(frame as HTMLIFrameElement))
  address = 'https://files.example/file'
  await user.click(screen.getByRole('button', { name: 'Download it' }))
  await expect
    .poll(() => frames.map(({ src, hidden }) => ({ src, hidden })))
    .toEqual([{ src: address, hidden: true }])
  expect(followed).toHaveBeenCalledTimes(1)
  append.mockRestore()
})

test('whole card numbers need a reason in both formats', async () => {
  const presign = serve(fileEndpoints.presign, () => signed())
  await showButton('rejected')
  await chooseFormat('Excel (.xlsx)')
  await user.selectOptions(await screen.findByLabelText('Reason'), 'MEMBER_COMPLAINT')
  await user.type(screen.getByLabelText('Ticket number'), 'INC-2026-00001')
  await user.click(screen.getByRole('button', { name: 'Download', hidden: true }))
  await expect
    .poll(() => presign.at(-1)?.body)
    .toEqual({
      source_filekey: KEY,
      artifact: 'rejected',
      format: 'xlsx',
      reason: 'MEMBER_COMPLAINT',
      ticket_no: 'INC-2026-00001',
    })
})

test('the original of another user needs a reason', async () => {
  const presign = serve(fileEndpoints.presign, () => signed())
  await showButton('source', { ...FILE, needs_reason: { artifacts: ['source'] } } as TrackedFile)
  await user.click(screen.getByRole('button', { name: 'Download it' }))
  await user.selectOptions(await screen.findByLabelText('Reason'), 'AUDIT')
  await user.type(screen.getByLabelText('Ticket number'), 'INC-2026-00001')
  await user.click(screen.getByRole('button', { name: 'Download', hidden: true }))
  await expect
    .poll(() => presign.at(-1)?.body)
    .toEqual({ source_filekey: KEY, artifact: 'source', reason: 'AUDIT', ticket_no: 'INC-2026-00001' })
})

test.each([
  ['the original', 'source', FILE],
  ['signed evidence', 'result', { ...FILE, kind: 'export', category: 'REVIEWS' } as TrackedFile],
] as const)('%s has one format', async (_, artifact, file) => {
  await showButton(artifact, file)
  await screen.findByRole('button', { name: 'Download it' })
  expect(screen.queryByRole('button', { name: /Format/ })).toBeNull()
})

test('the dialog requires and sends a reason and a ticket, and keeps the dialog open after a refusal', async () => {
  const onReason = vi.fn<(reason: object) => Promise<void>>(() =>
    Promise.reject(new FormError('Too many files today.')),
  )
  const onClose = vi.fn()
  render(<WholeNumbersDialog title="Download result?" yes="Download" {...{ onReason, onClose }} />)
  const submit = () => user.click(screen.getByRole('button', { name: 'Download', hidden: true }))
  await submit()
  await waitFor(() => expect(screen.getByLabelText('Reason').getAttribute('aria-invalid')).toBe('true'))
  expect(onReason).not.toHaveBeenCalled()
  await user.selectOptions(screen.getByLabelText('Reason'), 'MEMBER_COMPLAINT')
  await user.type(screen.getByLabelText('Ticket number'), 'INC-2026-00001')
  await submit()
  await screen.findByText('Too many files today.')
  expect(onClose).not.toHaveBeenCalled()
  onReason.mockImplementation(() => Promise.resolve())
  await submit()
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(onReason).toHaveBeenLastCalledWith({ reason: 'MEMBER_COMPLAINT', ticket_no: 'INC-2026-00001' })
})
