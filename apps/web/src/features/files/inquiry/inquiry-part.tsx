import type { TrackedFile } from '@backoffice/contract/files'
import { inquiryEndpoints } from '@backoffice/contract/inquiries'
import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { usePermission } from '../../../kit/access/permission.ts'
import { PermissionGate } from '../../../kit/access/permission-gate.tsx'
import { ErrorBoundary } from '../../../kit/feedback/error-notice.tsx'
import { Form } from '../../../kit/form/form.tsx'
import { FormRefusal } from '../../../kit/form/form-refusal.tsx'
import { useRuleForm } from '../../../kit/form/use-rule-form.ts'
import { useWrite } from '../../../kit/form/use-write.ts'
import { plural } from '../../../kit/format/format-number.ts'
import { whenInSentence } from '../../../kit/format/format-time.ts'
import { call } from '../../../net/call.ts'
import { queryClient } from '../../../net/query-client.ts'
import { Button, buttonVariant } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { CountTiles, DetailsCard, type Tile } from '../details-card.tsx'
import { ErrorsCard, hasErrors } from '../errors-card.tsx'
import css from '../file-screen.module.css'
import { useLastChecked } from '../progress-card.tsx'
import { ConfirmationFields } from '../tracked/confirmation-fields.tsx'
import { type ConfirmationValues, confirmationFields, EMPTY, toBody } from '../tracked/confirmation-form.ts'
import { fileKeys } from '../tracked/file-queries.ts'
import { useFixPart } from '../use-fix-part.ts'
import confirmationCss from './confirmation.module.css'

/** Counts, confirmation, and the rows to fix or first errors of an inquiry. */
export function InquiryPart({ file: current }: { file: TrackedFile }) {
  const file = useLastChecked(current)
  const [hasDraft, setDraft] = useState(false)
  const { state, counts } = file
  const hasProblems = hasErrors(file)
  const mayFix = state === 'AWAITING_CONFIRMATION' && (file.may.fix || hasDraft)
  // After the last error is fixed, the grid stays to say so.
  const [hasFixed, setFixed] = useState(false)
  const [FixPart, failure] = useFixPart(mayFix && (hasProblems || hasFixed))
  function onDraft(isDirty: boolean) {
    setDraft(isDirty)
    if (isDirty) setFixed(true)
  }
  const isChecked = hasProblems && file.validated_at !== null
  return (
    <>
      {file.validated_at !== null && counts.total > 0 && <CountTiles tiles={tilesOf(file)} />}
      {state === 'AWAITING_CONFIRMATION' && counts.valid === 0 && (
        <Notice tone="bad" title="No row can be looked up.">
          Fix the rows below, or fix the file and upload it again.
        </Notice>
      )}
      {state === 'AWAITING_CONFIRMATION' && counts.valid > 0 && (
        <ErrorBoundary what="The confirmation">
          <Confirmation file={file} needsRecheck={hasDraft || file !== current} />
        </ErrorBoundary>
      )}
      {mayFix && FixPart ? (
        <>
          <div className={css.fix}>
            <ErrorBoundary what="The rows to fix">
              <FixPart file={file} checking={file === current ? undefined : current} onDraft={onDraft} />
            </ErrorBoundary>
          </div>
          <DetailsCard file={file} />
        </>
      ) : (
        <>
          {failure}
          <div className={css.columns} data-alone={!isChecked || undefined}>
            {isChecked && (
              <ErrorBoundary what="The errors">
                <ErrorsCard file={file} />
              </ErrorBoundary>
            )}
            <DetailsCard file={file} />
          </div>
        </>
      )}
    </>
  )
}

function tilesOf({ counts, confirmed_at }: TrackedFile): Tile[] {
  const invalid: Tile = ['Invalid', counts.error, counts.error > 0 ? 'bad' : 'quiet']
  const duplicate: Tile = ['Duplicate', counts.duplicate, counts.duplicate > 0 ? 'warn' : 'quiet']
  if (confirmed_at === null) {
    return [
      ['Rows', counts.total, 'plain'],
      ['Valid', counts.valid, 'ok'],
      invalid,
      duplicate,
      ['With a warning', counts.warning, counts.warning > 0 ? 'warn' : 'quiet'],
    ]
  }
  const left = counts.total - counts.processed
  const remaining: Tile[] = left > 0 ? [['Remaining', left, 'quiet']] : []
  // The API reports these once the inquiry is finished and its result is not held.
  if (counts.found === null || counts.not_found === null) {
    return [
      ['Rows', counts.total, 'plain'],
      ['Processed', counts.processed, 'plain'],
      invalid,
      duplicate,
      ...remaining,
    ]
  }
  return [
    ['Found', counts.found, 'ok'],
    ['Not found', counts.not_found, 'plain'],
    invalid,
    duplicate,
    ...remaining,
  ]
}

const ignored = () => () => undefined

type Props = {
  file: TrackedFile
  /** True while corrected rows are not checked. The form stays in its place, and cannot be sent. */
  needsRecheck: boolean
}

/** Summary of the check, and the form that starts the inquiry. */
function Confirmation({ file, needsRecheck }: Props) {
  const { guard } = usePermission('inquiry:run')
  const { counts, already_uploaded } = file
  const run = useWrite({
    isRepeatable: true,
    run: (values: ConfirmationValues, idempotencyKey) =>
      call(inquiryEndpoints.run, { body: toBody(file, values), idempotencyKey }),
    refresh: () => queryClient.invalidateQueries({ queryKey: fileKeys.detail(file.source_filekey) }),
    awaitsRefresh: true,
  })
  const form = useRuleForm({
    fields: confirmationFields({
      dates: file.rows_without_dates > 0,
      reason: already_uploaded !== null,
      invalidRows: counts.error,
    }),
    values: EMPTY,
    submit: run.send,
  })

  const isAllOrNothing = counts.error > 0 && form.watch('partial') === 'all'
  const blocked = needsRecheck
    ? 'Blocked: re-check the fixed rows first'
    : isAllOrNothing && `Blocked: ${plural(counts.error, 'row is', 'rows are')} invalid`
  const extentId = useId()
  return (
    <Card title="Run the inquiry">
      <Form form={form} guard={needsRecheck ? ignored : guard} className={confirmationCss.form}>
        <p className={confirmationCss.lead}>
          The check is done: {plural(counts.valid, 'row')} can be looked up
          {counts.error > 0 && `, ${plural(counts.error, 'row')} cannot`}
          {counts.duplicate > 0 &&
            `, ${plural(counts.duplicate, 'row repeats', 'rows repeat')} an earlier one`}
          . The result has one line per row.
        </p>
        {already_uploaded && (
          <Notice
            tone="warn"
            title="This file was already uploaded."
            action={
              already_uploaded.source_filekey && (
                <Link
                  to="/files/$source_filekey"
                  params={{ source_filekey: already_uploaded.source_filekey }}
                  {...buttonVariant('plain')}
                >
                  View the earlier file
                </Link>
              )
            }
          >
            {already_uploaded.by} uploaded it {whenInSentence(already_uploaded.at)}. Enter a reason to run it
            again.
          </Notice>
        )}
        <FormRefusal form={form} />
        <ConfirmationFields
          form={form}
          rowsWithoutDates={file.rows_without_dates}
          isRepeated={already_uploaded !== null}
          invalidRows={counts.error}
        />
        <div className={confirmationCss.submit}>
          <PermissionGate permission="inquiry:run">
            <Button
              type="submit"
              variant="primary"
              busy={form.busy}
              aria-disabled={blocked !== false}
              aria-describedby={extentId}
            >
              Run inquiry
            </Button>
          </PermissionGate>
          <span id={extentId}>{blocked || `${plural(counts.valid, 'row')} to look up`}</span>
        </div>
      </Form>
    </Card>
  )
}
