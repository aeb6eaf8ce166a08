import { isFinalState } from '@backoffice/contract/file-states'
import { fileEndpoints, type TrackedFile } from '@backoffice/contract/files'
import { inquiryEndpoints } from '@backoffice/contract/inquiries'
import { ApiError, errorMessage } from '../../../net/api-error.ts'
import { call } from '../../../net/call.ts'
import { type ConfirmationValues, toBody } from './confirmation-form.ts'
import type { WholeNumbersReason } from './download.ts'

const ENDPOINTS = {
  cancel: fileEndpoints.cancel,
  retry: fileEndpoints.retry,
  runAgain: fileEndpoints.runAgain,
} as const
export type FileChange = keyof typeof ENDPOINTS

type SeenFile = Pick<TrackedFile, 'source_filekey' | 'version'>
type Reason = Partial<WholeNumbersReason>

const seen = ({ source_filekey, version }: SeenFile) => ({ source_filekey, version })

/** Changes one file. Returns it, or the new file of `runAgain`. Throws a refusal. */
export async function changeFile(
  change: FileChange,
  file: SeenFile,
  reason: Reason = {},
): Promise<TrackedFile> {
  const reply = await call(ENDPOINTS[change], { body: { ...seen(file), ...reason } })
  if ('items' in reply) throw new Error('The reply is about several files.')
  return reply
}

/** `refusal` is the reason why nothing happened to the file. */
export type FileOutcome = { file: TrackedFile; row?: TrackedFile | undefined; refusal?: string }

/** Changes several files, each on its own. */
export async function changeFiles(
  change: FileChange,
  files: readonly TrackedFile[],
  reason: Reason = {},
): Promise<FileOutcome[]> {
  const reply = await call(ENDPOINTS[change], { body: { items: files.map(seen), ...reason } })
  if (!('items' in reply)) throw new Error('The reply is about one file.')
  return reply.items.flatMap(({ outcome, row, detail = '', errors = [] }, index) => {
    const file = files[index]
    if (!file) return []
    const refusal = [detail, ...errors.map(({ message }) => message)].join(' ').trim()
    return outcome === 'refused' ? { file, refusal } : { file, row }
  })
}

/** Confirms one checked inquiry file. */
export function confirmFile(file: TrackedFile, values: ConfirmationValues): Promise<unknown> {
  return call(inquiryEndpoints.run, { body: toBody(file, values) })
}

/** Runs a step for each file, one after the other; a refused one does not stop the others. */
export async function eachFile(
  files: readonly TrackedFile[],
  step: (file: TrackedFile) => Promise<unknown>,
): Promise<FileOutcome[]> {
  const outcomes: FileOutcome[] = []
  for (const file of files) {
    const refusal = await step(file).then(() => undefined, refusalOf)
    outcomes.push(refusal === undefined ? { file } : { file, refusal })
  }
  return outcomes
}

function refusalOf(error: unknown): string {
  if (error instanceof ApiError) return errorMessage(error)
  throw error
}

/** True for an ended upload that is still stored. A rejected one would be rejected again. */
export function canRunAgain({ state, artifacts }: TrackedFile): boolean {
  return isFinalState(state) && state !== 'REJECTED' && artifacts.includes('source')
}
