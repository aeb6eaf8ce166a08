import { fileEndpoints, type TrackedFile } from '@backoffice/contract/files'
import { inquiryEndpoints } from '@backoffice/contract/inquiries'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { ListCard } from '../../../../kit/list/list-card.tsx'
import { useList } from '../../../../kit/list/use-list.ts'
import { sampleFile } from '../../../../testing/sample-file.ts'
import { allowOnly, serve, show, testServer } from '../../../../testing/screen.tsx'
import { FILES } from '../files-list.tsx'
import { useFileBatch } from './use-file-batch.tsx'

testServer()

function Files({ files }: { files: readonly TrackedFile[] }) {
  const state = useList(FILES)
  const { bulk, menu, dialog } = useFileBatch(() => state.select(new Map()))
  const page = { total: files.length, total_estimated: false, page_size: 25, next: null, previous: null }
  const result = { error: null, isFetching: false, isPlaceholderData: false, refetch: () => undefined }
  return (
    <>
      <ListCard
        state={state}
        result={{ ...result, data: { ...page, items: files } }}
        bulk={bulk}
        menu={menu}
        searchLabel="Search"
        empty={null}
      />
      {dialog}
    </>
  )
}

async function showFiles(files: readonly TrackedFile[]) {
  await show('/files', () => <Files files={files} />)
  const user = userEvent.setup()
  const press = async (name: string) => user.click(await screen.findByRole('button', { name, hidden: true }))
  const selectAll = () => user.click(screen.getByLabelText('Select the rows of this page'))
  return { user, press, selectAll }
}

function dialog() {
  const element = document.querySelector('dialog')
  if (!element) throw new Error('No dialog is open.')
  return within(element)
}

async function fill({ user }: { user: ReturnType<typeof userEvent.setup> }, label: string) {
  await user.selectOptions(dialog().getByLabelText(label), 'AUDIT')
  await user.type(dialog().getByLabelText('Ticket number'), 'OPS-7')
}

test('several files are confirmed with one purpose and ticket; a refused one says why', async () => {
  const files = [
    sampleFile(),
    sampleFile({ rows_without_dates: 0 }),
    sampleFile({ kind: 'import', category: 'TENDERS' }),
  ]
  const calls = serve(inquiryEndpoints.run, ({ body }) =>
    body.source_filekey === files[1]?.source_filekey
      ? { refusal: { status: 409, code: 'file_state_conflict', detail: 'The file is queued.' } }
      : {
          mode: 'FILE' as const,
          id: crypto.randomUUID(),
          source_filekey: String(body.source_filekey),
          state: 'QUEUED' as const,
          as_of: '2026-11-24',
        },
  )
  const page = await showFiles(files)
  await page.selectAll()
  await page.press('Confirm')
  await screen.findByText('Run 3 files?')
  await fill(page, 'Purpose')
  await page.press('Run inquiries')
  await screen.findByText('2 of 3 files not confirmed')
  expect(dialog().getByText('The file is queued.')).toBeTruthy()
  expect(dialog().getByText(/This is not an inquiry/)).toBeTruthy()
  expect(dialog().getByText('Done').parentElement?.textContent).toContain(files[0]?.file_name)
  expect(calls.map(({ body }) => body)).toEqual(
    files.slice(0, 2).map(({ source_filekey, version }) => ({
      mode: 'FILE',
      source_filekey,
      version,
      purpose: 'AUDIT',
      ticket_no: 'OPS-7',
      partial: true,
    })),
  )
  expect(screen.queryByRole('toolbar', { hidden: true })).toBeNull()
})

test('files of other users run again with one reason, in one call', async () => {
  const ended = { state: 'CANCELLED' } as const
  const needs_reason = { artifacts: [], retry: true, run_again: true }
  const files = [sampleFile(ended), sampleFile({ ...ended, is_own: false, needs_reason })]
  const calls = serve(fileEndpoints.runAgain, () => ({
    items: files.map((file) => ({ id: file.source_filekey, outcome: 'done' as const, row: sampleFile() })),
  }))
  const page = await showFiles(files)
  await page.selectAll()
  await page.press('Run again')
  await screen.findByText('Run again: 2 files?')
  await fill(page, 'Reason')
  await page.user.click(dialog().getByText('Run again', { selector: 'button' }))
  await waitFor(() => expect(document.querySelector('dialog')).toBeNull())
  expect(calls[0]?.body).toEqual({
    items: files.map(({ source_filekey, version }) => ({ source_filekey, version })),
    reason: 'AUDIT',
    ticket_no: 'OPS-7',
  })
})

test('cancelling one file shows its refusal in the dialog', async () => {
  const file = sampleFile()
  const refusal = { status: 409, code: 'file_state_conflict', detail: 'The file is completed.' }
  serve(fileEndpoints.cancel, () => ({ refusal }))
  const page = await showFiles([file])
  await page.press(`Actions of ${file.file_name}`)
  await page.user.click(await screen.findByRole('menuitem', { name: 'Cancel file', hidden: true }))
  await screen.findByText(`Cancel ${file.file_name}?`)
  await page.press('Cancel file')
  await screen.findByText('The file is completed.')
})

test('the menu of a row has what its state and the permissions of the user allow', async () => {
  allowOnly(['Files', 'SMAC Inquiry'], ['file:view', 'file:upload', 'inquiry:run'])
  const needs_reason = { artifacts: ['source' as const], retry: true, run_again: true }
  const files = [
    sampleFile({ state: 'REJECTED' }),
    sampleFile({ state: 'FAILED' }),
    sampleFile({ state: 'COMPLETED', artifacts: ['result', 'source'], is_own: false, needs_reason }),
  ]
  const page = await showFiles(files)
  const items: string[][] = []
  for (const { file_name } of files) {
    await page.press(`Actions of ${file_name}`)
    const found = await screen.findAllByRole('menuitem', { hidden: true })
    items.push(
      found.map((item) => `${item.getAttribute('aria-disabled') ? '–' : ''}${item.firstChild?.textContent}`),
    )
    await page.press(`Actions of ${file_name}`)
  }
  expect(items).toEqual([
    ['Open', '–Download original'],
    ['Open', '–Download original', '–Retry', 'Run again'],
    ['Open', '–Download result', '–Download original', '–Run again'],
  ])
})
