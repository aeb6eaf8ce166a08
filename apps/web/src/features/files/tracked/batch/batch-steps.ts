import type { Artifact, TrackedFile } from '@backoffice/contract/files'
import { plural } from '../../../../kit/format/format-number.ts'
import { ApiError } from '../../../../net/api-error.ts'
import type { ConfirmationValues } from '../confirmation-form.ts'
import { downloadFile, type WholeNumbersReason } from '../download.ts'
import { updateFile } from '../file-queries.ts'
import { changeFile, changeFiles, confirmFile, eachFile, type FileOutcome } from '../file-writes.ts'

/** A step for one file or for several of a list. */
export type Step = 'confirm' | 'download' | 'retry' | 'runAgain' | 'cancel'

export type Batch = { step: Step; files: readonly TrackedFile[]; artifact?: Artifact }

/** Values of the dialog. */
export type BatchInput = {
  confirmation?: ConfirmationValues
  reason?: WholeNumbersReason
  artifact?: Artifact
}

export type BatchResult = Batch & { outcomes: readonly FileOutcome[] }

/** Browsers drop a download that another one follows at once. */
const BETWEEN_DOWNLOADS_MS = 800

/** Artifacts that a list downloads, with their labels. */
export const DOWNLOADS = {
  result: 'Results',
  errors: 'Errors',
  rejected: 'Rejected rows',
  source: 'Original files',
} as const satisfies Partial<Record<Artifact, string>>

const MISSING: Readonly<Record<keyof typeof DOWNLOADS, string>> = {
  result: 'This file has no result to download.',
  errors: 'This file has no errors.',
  rejected: 'This file has no rejected rows.',
  source: 'The original of this file is not stored.',
}

/** Throws the refusal of a single file, so that the dialog or a toast shows it. */
export async function runBatch({ files, ...batch }: Batch, input: BatchInput): Promise<BatchResult> {
  const [only] = files
  const outcomes =
    only && files.length === 1 ? [await runOne(only, batch, input)] : await runSeveral(files, batch, input)
  // The row of `runAgain` is the new file, which no list shows yet.
  for (const { row } of outcomes) if (row && batch.step !== 'runAgain') updateFile(row)
  return { files, ...batch, outcomes }
}

type StepOf = Pick<Batch, 'step' | 'artifact'>

async function runOne(
  file: TrackedFile,
  { step, artifact }: StepOf,
  input: BatchInput,
): Promise<FileOutcome> {
  if (step === 'confirm') await confirm(file, input)
  else if (step === 'download') await download(file, input.artifact ?? artifact, input)
  else return { file, row: await changeFile(step, file, input.reason) }
  return { file }
}

async function runSeveral(files: readonly TrackedFile[], { step, artifact }: StepOf, input: BatchInput) {
  if (step === 'confirm') return eachFile(files, (file) => confirm(file, input))
  if (step !== 'download') return changeFiles(step, files, input.reason)
  return eachFile(files, async (file) => {
    await download(file, input.artifact ?? artifact, input)
    await new Promise((resolve) => setTimeout(resolve, BETWEEN_DOWNLOADS_MS))
  })
}

async function confirm(file: TrackedFile, { confirmation }: BatchInput): Promise<void> {
  if (!confirmation) throw new Error('A confirmation needs its values.')
  if (file.state === 'MATCHING')
    throw refusal('Its columns are not matched yet. Open the file to match them.')
  if (file.kind !== 'inquiry')
    throw refusal('This is not an inquiry. Open the file to see its rows, and import it there.')
  await confirmFile(file, confirmation)
}

async function download(file: TrackedFile, artifact: Artifact = 'result', { reason }: BatchInput) {
  if (!file.artifacts.includes(artifact)) {
    const known = Object.hasOwn(MISSING, artifact)
      ? MISSING[artifact as keyof typeof MISSING]
      : MISSING.result
    throw refusal(file.hold?.is_held && artifact === 'result' ? 'The result is held for a check.' : known)
  }
  await downloadFile(file, artifact, { reason })
}

const refusal = (detail: string) => new ApiError(409, { code: 'not_possible', detail })

/** True for an inquiry file; an import is reviewed and confirmed on its own screen. */
export const awaitsConfirmation = ({ kind, state }: TrackedFile) =>
  kind === 'inquiry' && state === 'AWAITING_CONFIRMATION'

/** True if the step opens whole card numbers of another user. */
export function needsReason({ files, step, artifact = 'result' }: Batch): boolean {
  if (step === 'retry') return files.some(({ needs_reason }) => needs_reason.retry)
  if (step === 'runAgain') return files.some(({ needs_reason }) => needs_reason.run_again)
  // Without a reason, the result of another user’s file is a masked copy.
  if (step !== 'download' || artifact === 'result') return false
  return files.some(({ needs_reason }) => needs_reason.artifacts.includes(artifact))
}

const DONE: Readonly<Record<Step, string>> = {
  confirm: 'confirmed',
  download: 'downloaded',
  retry: 'retried',
  runAgain: 'run again',
  cancel: 'cancelled',
}

export function doneText({ step, outcomes }: BatchResult): string | undefined {
  const done = outcomes.filter(({ refusal }) => refusal === undefined)
  // The browser shows a single download itself.
  if (done.length === 0 || (step === 'download' && outcomes.length === 1)) return undefined
  const [only] = done
  const subject = only && outcomes.length === 1 ? only.file.file_name : plural(done.length, 'file')
  if (step === 'runAgain')
    return done.length === 1
      ? `${subject} runs again: confirm it after its check`
      : `${subject} run again: confirm them after their check`
  return `${subject} ${DONE[step]}`
}

export function refusedText({ step, outcomes }: BatchResult): string | undefined {
  const refused = outcomes.filter(({ refusal }) => refusal !== undefined).length
  if (refused === 0) return undefined
  return `${refused} of ${plural(outcomes.length, 'file')} not ${DONE[step]}`
}
