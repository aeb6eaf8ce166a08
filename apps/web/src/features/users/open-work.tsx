import { FILE_STATE_LABELS } from '@backoffice/contract/file-states'
import { labelOfState } from '@backoffice/contract/newer-release'
import { PURPOSE_LABELS } from '@backoffice/contract/purposes'
import type { OpenWork } from '@backoffice/contract/users'
import { useQuery } from '@tanstack/react-query'
import { ErrorNotice, useLastingError } from '../../kit/feedback/error-notice.tsx'
import { plural } from '../../kit/format/format-number.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { hasOpenWork, openWorkInWords } from './user-words.ts'
import css from './users.module.css'
import { openWorkQuery } from './users-queries.ts'

type Item = OpenWork['items'][number]

/** Number of open files, inquiries and cases of a user, and the newest files by name. */
export function OpenWorkList({ userId, lead }: { userId: string; lead: (work: string) => string }) {
  const { data: work, error, isFetching, refetch } = useQuery(openWorkQuery(userId))
  const lastingError = useLastingError({ error, data: work })
  if (lastingError)
    return (
      <ErrorNotice
        what="The open work"
        error={lastingError}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    )
  if (!work) return <Skeleton width="100%" height={64} />
  if (!hasOpenWork(work)) return null
  const more = work.total - work.items.length
  return (
    <>
      <p className={css.message}>{lead(openWorkInWords(work))}</p>
      {work.items.length > 0 && (
        <ul className={css.work} aria-label="Open files and inquiries">
          {work.items.map((item) => (
            <li key={item.source_filekey}>
              <strong>{item.name}</strong> <span>{noteOf(item)}</span>
            </li>
          ))}
          {more > 0 && (
            <li>
              <span>and {plural(more, 'more file')}</span>
            </li>
          )}
        </ul>
      )}
    </>
  )
}

function noteOf({ state, inquiry }: Item): string {
  const about = inquiry && `inquiry ${inquiry.ticket_no ?? labelOfState(PURPOSE_LABELS, inquiry.purpose)}`
  return [labelOfState(FILE_STATE_LABELS, state), about].filter(Boolean).join(', ')
}
