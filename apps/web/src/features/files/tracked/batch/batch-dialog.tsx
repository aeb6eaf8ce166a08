import type { TrackedFile } from '@backoffice/contract/files'
import { isKeyOf } from '@backoffice/contract/objects'
import { useState } from 'react'
import { Confirm } from '../../../../kit/feedback/confirm.tsx'
import { FormDialog } from '../../../../kit/form/form-dialog.tsx'
import { useRuleForm } from '../../../../kit/form/use-rule-form.ts'
import { plural } from '../../../../kit/format/format-number.ts'
import { OutcomesDialog } from '../../../../kit/record/outcomes-dialog.tsx'
import { NativeSelectField } from '../../../../ui/native-select-field.tsx'
import { CardReasonFields, useCardReasonForm } from '../card-reason.tsx'
import { ConfirmationFields } from '../confirmation-fields.tsx'
import { confirmationFields, EMPTY } from '../confirmation-form.ts'
import {
  awaitsConfirmation,
  type Batch,
  type BatchInput,
  type BatchResult,
  DOWNLOADS,
  needsReason,
  refusedText,
} from './batch-steps.ts'

type Props = {
  batch: Batch
  /** Throws if the step is refused as a whole. */
  onRun: (input: BatchInput) => Promise<unknown>
  onClose: () => void
}

/** The dialog before a step for one or several files. */
export function BatchDialog(props: Props) {
  const [artifact, setArtifact] = useState(props.batch.artifact)
  const { step } = props.batch
  if (step === 'confirm') return <ConfirmDialog {...props} />
  if (step === 'cancel') return <CancelDialog {...props} />
  if (step === 'download' && artifact === undefined)
    return <ArtifactDialog {...props} onArtifact={setArtifact} />
  return (
    <ReasonDialog
      {...props}
      batch={{ ...props.batch, ...(artifact && { artifact }) }}
      onRun={(input) => props.onRun({ ...input, ...(artifact && { artifact }) })}
    />
  )
}

const nameOf = (files: readonly TrackedFile[]) =>
  (files.length === 1 && files[0]?.file_name) || plural(files.length, 'file')

function ConfirmDialog({ batch: { files }, onRun, onClose }: Props) {
  const waiting = files.filter(awaitsConfirmation)
  const sum = (countOf: (file: TrackedFile) => number) =>
    waiting.reduce((total, file) => total + countOf(file), 0)
  const rowsWithoutDates = sum((file) => file.rows_without_dates)
  const invalidRows = sum(({ counts }) => counts.error)
  const isRepeated = waiting.some(({ already_uploaded }) => already_uploaded !== null)
  const form = useRuleForm({
    fields: confirmationFields({ dates: rowsWithoutDates > 0, reason: isRepeated, invalidRows: 0 }),
    values: EMPTY,
    submit: (confirmation) => onRun({ confirmation }),
    confirmLeave: false,
  })
  const others = files.length - waiting.length
  return (
    <FormDialog
      form={form}
      title={`Run ${nameOf(files)}?`}
      yes={files.length === 1 ? 'Run inquiry' : 'Run inquiries'}
      message={[
        `${plural(
          sum(({ counts }) => counts.valid),
          'row',
        )} will be looked up.`,
        invalidRows > 0 && `${plural(invalidRows, 'invalid row')} will be skipped.`,
        others > 0 &&
          `${plural(others, 'file does not wait', 'files do not wait')} for a confirmation and will be refused.`,
        'Every inquiry is recorded with its purpose and ticket.',
      ]
        .filter(Boolean)
        .join(' ')}
      onClose={onClose}
    >
      <ConfirmationFields form={form} {...{ rowsWithoutDates, isRepeated }} invalidRows={0} />
    </FormDialog>
  )
}

function CancelDialog({ batch: { files }, onRun, onClose }: Props) {
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  async function cancel() {
    setBusy(true)
    await onRun({}).catch(setError)
    setBusy(false)
  }
  return (
    <Confirm
      title={`Cancel ${nameOf(files)}?`}
      message="Work in progress stops, and its result so far is removed. You can’t undo this. Uploads stay stored: you can run them again."
      yes={files.length === 1 ? 'Cancel file' : 'Cancel files'}
      no="Go back"
      busy={isBusy}
      error={error}
      onYes={cancel}
      onNo={onClose}
    />
  )
}

function ArtifactDialog({
  batch,
  onRun,
  onClose,
  onArtifact,
}: Props & { onArtifact: (artifact: Batch['artifact']) => void }) {
  const form = useRuleForm({
    fields: { artifact: { label: 'What to download', rules: 'select_required' } },
    values: { artifact: 'result' },
    submit: async ({ artifact }) => {
      if (!isKeyOf(DOWNLOADS, artifact)) throw new Error('The form was submitted without a choice.')
      if (needsReason({ ...batch, artifact })) onArtifact(artifact)
      else await onRun({ artifact })
    },
    confirmLeave: false,
  })
  return (
    <FormDialog
      form={form}
      title={`Download ${nameOf(batch.files)}?`}
      message="The files are downloaded one after the other. Your browser may ask to allow several downloads."
      yes="Download"
      onClose={onClose}
    >
      <NativeSelectField {...form.field('artifact')}>
        {Object.entries(DOWNLOADS).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </NativeSelectField>
    </FormDialog>
  )
}

const REASON_TITLES = { download: 'Download', retry: 'Retry', runAgain: 'Run again' } as const

/** Asks for the reason that whole card numbers of other users require. */
function ReasonDialog({ batch, onRun, onClose }: Props) {
  const { step, files } = batch
  const form = useCardReasonForm({ onReason: (reason) => onRun({ reason }) })
  const title = isKeyOf(REASON_TITLES, step) ? REASON_TITLES[step] : ''
  const others = files.filter(({ is_own }) => !is_own).length
  return (
    <FormDialog
      form={form}
      title={`${title}: ${nameOf(files)}?`}
      yes={title}
      message={`Other users uploaded the card numbers of ${plural(others, 'file')}. Opening them is recorded with your name, and each file counts toward your daily limit.`}
      onClose={onClose}
    >
      <CardReasonFields form={form} hasNone />
    </FormDialog>
  )
}

/** Files that were refused, each with the reason, and the others. */
export function RefusedFiles({ result, onClose }: { result: BatchResult; onClose: () => void }) {
  const { outcomes } = result
  const names = (isRefused: boolean) =>
    outcomes.filter(({ refusal }) => (refusal !== undefined) === isRefused)
  return (
    <OutcomesDialog
      title={refusedText(result) ?? ''}
      refusals={names(true).map(({ file, refusal = '' }) => ({
        id: file.source_filekey,
        name: file.file_name,
        reason: refusal,
      }))}
      done={names(false).map(({ file }) => file.file_name)}
      onClose={onClose}
    />
  )
}
