import type { TrackedFile } from '@backoffice/contract/files'
import { inquiryEndpoints } from '@backoffice/contract/inquiries'
import type { Purpose } from '@backoffice/contract/purposes'
import { QueryObserver } from '@tanstack/react-query'
import { today } from '../../../kit/format/format-time.ts'
import { call } from '../../../net/call.ts'
import { queryClient } from '../../../net/query-client.ts'
import { fileKeys, fileQuery } from '../../files/tracked/file-queries.ts'

export type SeveralRequest = {
  /** 16 digits each. */
  numbers: readonly string[]
  date_from: string
  date_to: string
  purpose: Purpose
  ticket_no: string
}

export type Step = 'upload' | 'check' | 'confirm'

/** An uploaded list, so that a retry does not upload it again. */
export type UploadedList = { csv: string; source_filekey: string }

type Options = {
  /** Sent with the confirmation. */
  idempotencyKey: string
  uploaded: UploadedList | undefined
  onUploaded: (list: UploadedList) => void
  onStep: (step: Step) => void
  /** Aborted when the user leaves the screen, so that nothing is confirmed. */
  signal: AbortSignal
}

/** Pushed changes arrive earlier. */
const POLL_MS = 2_000

/**
 * Writes the cards to a CSV, uploads it, waits for the dry run, and confirms it if no row is invalid. Returns the key of
 * the file, whose screen shows the result, or why it was not confirmed.
 */
export async function runSeveral(request: SeveralRequest, options: Options): Promise<string> {
  const { onStep, onUploaded, signal } = options
  const csv = csvOf(request)
  let key = options.uploaded?.csv === csv ? options.uploaded.source_filekey : undefined
  if (key === undefined) {
    onStep('upload')
    const { uploadAndWait } = await import('../../files/tracked/upload/upload-and-wait.ts')
    const file = new File([csv], `${request.numbers.length}-cards-${today()}.csv`, { type: 'text/csv' })
    key = await uploadAndWait(file, 'SMAC_INQUIRY', signal)
    onUploaded({ csv, source_filekey: key })
  }
  onStep('check')
  const file = await checkedFile(key, signal)
  if (!needsNoDecision(file)) return key
  onStep('confirm')
  const { purpose, ticket_no } = request
  await call(inquiryEndpoints.run, {
    body: { mode: 'FILE', source_filekey: key, purpose, ticket_no, partial: false },
    idempotencyKey: options.idempotencyKey,
  })
  await queryClient.invalidateQueries({ queryKey: fileKeys.detail(key) })
  return key
}

/** The columns of the template. */
function csvOf({ numbers, date_from, date_to }: SeveralRequest): string {
  const rows = numbers.map((number) => `${number},${date_from},${date_to}`)
  return `${['card_number,date_from,date_to', ...rows].join('\n')}\n`
}

/** True for a file without invalid rows that was not uploaded before, which needs a reason. */
const needsNoDecision = ({ state, counts, already_uploaded }: TrackedFile) =>
  state === 'AWAITING_CONFIRMATION' && counts.error === 0 && !already_uploaded

/** The file after its dry run. */
function checkedFile(source_filekey: string, signal: AbortSignal): Promise<TrackedFile> {
  return new Promise((resolve, reject) => {
    const observer = new QueryObserver(queryClient, {
      ...fileQuery(source_filekey),
      refetchInterval: POLL_MS,
    })
    const end = (settle: () => void) => {
      observer.destroy()
      signal.removeEventListener('abort', onAbort)
      settle()
    }
    const onAbort = () => end(() => reject(signal.reason))
    signal.addEventListener('abort', onAbort)
    observer.subscribe(({ data, error }) => {
      if (data && data.state !== 'UPLOADED' && data.state !== 'VALIDATING') end(() => resolve(data))
      else if (error && !data) end(() => reject(error))
    })
    if (signal.aborted) onAbort()
  })
}
