import { may } from '@backoffice/contract/access'
import { approvalEndpoints } from '@backoffice/contract/approvals'
import type { ImportPreview, TrackedFile } from '@backoffice/contract/files'
import type { ImportLayout } from '@backoffice/contract/import-layouts'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { usePermission } from '../../../kit/access/permission.ts'
import { PermissionGate } from '../../../kit/access/permission-gate.tsx'
import { Form } from '../../../kit/form/form.tsx'
import { FormRefusal } from '../../../kit/form/form-refusal.tsx'
import { useRuleForm } from '../../../kit/form/use-rule-form.ts'
import { useWrite } from '../../../kit/form/use-write.ts'
import { plural } from '../../../kit/format/format-number.ts'
import { formatDayAndTime, whenInSentence } from '../../../kit/format/format-time.ts'
import { linkTo } from '../../../kit/navigation/link-to.ts'
import { call } from '../../../net/call.ts'
import { queryClient } from '../../../net/query-client.ts'
import { useUser } from '../../../session/store.ts'
import { Button, buttonVariant } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { RadioGroup } from '../../../ui/choice.tsx'
import { formatNumber } from '../../../ui/format-number.ts'
import { Notice } from '../../../ui/notice.tsx'
import { refreshApprovals, requestPath } from '../../approvals/requests/approval-queries.ts'
import { importsOf } from '../tracked/categories.ts'
import { fileKeys } from '../tracked/file-queries.ts'
import css from './import-part.module.css'
import { useImport } from './use-import.ts'

type Props = { file: TrackedFile; preview: ImportPreview; layout: ImportLayout }

/** Form that starts the import, with a choice for rejected rows. */
export function ImportCard({ file, preview, layout }: Props) {
  const { permission, changesOnly } = importsOf(file)
  const { guard } = usePermission(permission)
  const { rejected } = preview
  const written = preview.new + preview.changed
  const run = useImport(file)
  const form = useRuleForm<{ partial: string }>({
    fields:
      rejected > 0 && written > 0
        ? {
            partial: {
              label: 'Rows to import',
              rules: 'select_required',
              check: (partial) =>
                partial === 'all'
                  ? `${plural(rejected, 'row is', 'rows are')} rejected, so nothing would be written. Fix them, or import the valid rows only.`
                  : undefined,
            },
          }
        : {},
    values: { partial: '' },
    confirmLeave: false,
    submit: ({ partial }) => run.send(rejected > 0 ? { partial: partial === 'valid' } : {}),
  })
  const isBlocked = rejected > 0 && form.watch('partial') === 'all'
  const extentId = useId()
  if (written === 0) {
    return (
      <Card title={`Import into ${layout.title}`}>
        <p className={css.note}>
          There is nothing to import:{' '}
          {preview.unchanged > 0
            ? `${plural(preview.unchanged, 'row is', 'rows are')} already ${changesOnly ? 'done' : 'in the table'}`
            : 'no row can be written'}
          {rejected > 0 && `, ${plural(rejected, 'row is', 'rows are')} rejected`}. Cancel it, or leave it to
          expire.
        </p>
      </Card>
    )
  }
  return (
    <Card title={`Import into ${layout.title}`}>
      <Form form={form} guard={guard} className={css.form} aria-label={`Import into ${layout.title}`}>
        {file.approval && <RefusedNotice approval={file.approval} />}
        <FormRefusal form={form} />
        {rejected > 0 && (
          <RadioGroup
            {...form.field('partial')}
            options={[
              { value: 'all', label: 'All or nothing', note: 'Nothing is written if any row is rejected.' },
              {
                value: 'valid',
                label: 'Valid rows only',
                note: `${plural(written, 'row is', 'rows are')} written together. ${plural(rejected, 'rejected row is', 'rejected rows are')} skipped. After the import, ${rejected === 1 ? 'it' : 'they'} can only be fixed in a new file.`,
              },
            ]}
          />
        )}
        <div className={css.submit}>
          <PermissionGate permission={permission}>
            <Button type="submit" variant="primary" busy={form.busy} aria-describedby={extentId}>
              Import
            </Button>
          </PermissionGate>
          <span id={extentId}>
            {isBlocked
              ? `Blocked: ${plural(rejected, 'row is', 'rows are')} rejected`
              : describeWritten(preview)}
          </span>
        </div>
        <p className={css.note}>
          Compared with the data as it was {whenInSentence(preview.compared_at)}. If someone changes a row
          before you import, that row is rejected, not overwritten.
          {preview.tidied > 0 && ` Values were cleaned up in ${plural(preview.tidied, 'row')} (W002).`}
        </p>
      </Form>
    </Card>
  )
}

/** `38 new, 214 changed, 12 of them moved` */
function describeWritten({ new: added, changed, moved }: ImportPreview): string {
  return [
    added > 0 && `${formatNumber(added)} new`,
    changed > 0 && `${formatNumber(changed)} changed`,
    moved > 0 && `${formatNumber(moved)} of them moved`,
  ]
    .filter(Boolean)
    .join(', ')
}

type FileApproval = NonNullable<TrackedFile['approval']>

const EXPIRED = 'No one decided it in time.'

/** Reason why the latest request did not lead to an import; nothing after a withdrawal. */
function RefusedNotice({ approval }: { approval: FileApproval }) {
  const title = titleOf(approval)
  if (title === undefined) return null
  const reason = approval.status === 'EXPIRED' ? EXPIRED : approval.decision_reason
  return (
    <Notice tone={approval.status === 'EXPIRED' ? 'quiet' : 'warn'} title={title} live>
      {reason && <p>{reason}</p>}
      <p>Import again to send another request, or cancel the file.</p>
    </Notice>
  )
}

function titleOf({ status, decided_by }: FileApproval): string | undefined {
  const by = decided_by ? ` by ${decided_by.name}` : ''
  switch (status) {
    case 'REJECTED':
      return `Rejected${by}.`
    case 'EXPIRED':
      return 'The request for approval expired.'
    case 'STALE':
      return `Approved${by}, but the data has changed since.`
    case 'FAILED':
      return `Approved${by}, but no longer possible.`
    default:
      return undefined
  }
}

type WaitingCardProps = { file: TrackedFile; approval: FileApproval }

/** The open request of an import, in place of its confirmation. */
export function WaitingCard({ file, approval: { id, is_own, requested_by, expires_at } }: WaitingCardProps) {
  const canView = may(useUser(), 'approval:decide') || is_own
  const withdraw = useWrite({
    run: () => call(approvalEndpoints.withdraw, { body: { id } }),
    successText: `Request withdrawn. ${file.file_name} can be imported again`,
    refresh: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: fileKeys.detail(file.source_filekey) }),
        refreshApprovals(),
      ]),
    awaitsRefresh: true,
  })
  return (
    <Card title="Waiting for approval">
      <div className={css.form}>
        <p role="status">
          {is_own ? 'You sent' : `${requested_by.name} sent`} this import for approval. It starts as soon as
          another user approves it. Until then nothing is written.
        </p>
        {canView && (
          <div className={css.submit}>
            <Link {...linkTo(requestPath(id))} {...buttonVariant('plain')}>
              View request
            </Link>
            {is_own && (
              <Button busy={withdraw.isPending} onClick={() => withdraw.run()}>
                Withdraw request
              </Button>
            )}
          </div>
        )}
        {expires_at && (
          <p className={css.note}>
            {is_own ? 'Your request' : 'The request'} can be decided until {formatDayAndTime(expires_at)}.
          </p>
        )}
      </div>
    </Card>
  )
}
