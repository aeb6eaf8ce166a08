import { may } from '@backoffice/contract/access'
import { approvalEndpoints } from '@backoffice/contract/approvals'
import type { TrackedFile } from '@backoffice/contract/files'
import { Link } from '@tanstack/react-router'
import { useWrite } from '../../../kit/form/use-write.ts'
import { formatDayAndTime } from '../../../kit/format/format-time.ts'
import { linkTo } from '../../../kit/navigation/link-to.ts'
import { call } from '../../../net/call.ts'
import { queryClient } from '../../../net/query-client.ts'
import { useUser } from '../../../session/store.ts'
import { Button, buttonVariant } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { refreshApprovals, requestPath } from '../../approvals/requests/approval-queries.ts'
import { fileKeys } from '../tracked/file-cache.ts'
import css from './import-part.module.css'

type FileApproval = NonNullable<TrackedFile['approval']>
type Props = { file: TrackedFile; approval: FileApproval }

/** The open request of an import, in place of its confirmation. */
export function WaitingCard({ file, approval: { id, is_own, requested_by, expires_at } }: Props) {
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
