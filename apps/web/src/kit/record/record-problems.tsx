import { Link, type LinkProps } from '@tanstack/react-router'
import { ApiError } from '../../net/api-error.ts'
import { buttonVariant } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ErrorNotice } from '../error-notice.tsx'
import css from './record-pane.module.css'

/** In place of the form, in its size. */
export function LoadingRecord() {
  return (
    <div className={css.body} aria-busy="true">
      <span className="visually-hidden" role="status">
        Loading
      </span>
      {[0, 1, 2, 3, 4].map((row) => (
        <Skeleton key={row} width="100%" height={56} />
      ))}
    </div>
  )
}

type MissingProps = {
  noun: string
  title: string
  back: LinkProps
  /** The toast after a deletion offers Undo. */
  hasUndo?: boolean
}

export function MissingRecord({ noun, title, back, hasUndo = false }: MissingProps) {
  return (
    <div className={css.body}>
      <EmptyState
        title={`This ${noun} does not exist, or was deleted.`}
        action={
          <Link {...back} {...buttonVariant('primary')}>
            Back to {title}
          </Link>
        }
      >
        {hasUndo
          ? 'After deleting it by mistake, choose Undo in the message that says so: it is there for five seconds.'
          : `A deleted ${noun} cannot be restored. Its history is in Audit.`}
      </EmptyState>
    </div>
  )
}

type UnreadableProps = { noun: string; error: Error; busy: boolean; onRetry: () => void }

export function UnreadableRecord({ noun, error, busy, onRetry }: UnreadableProps) {
  return (
    <div className={css.body}>
      {error instanceof ApiError && error.status === 403 ? (
        <EmptyState title={error.message}>
          Ask an access administrator to add it to your role if your work needs it.
        </EmptyState>
      ) : (
        <ErrorNotice what={`This ${noun}`} error={error} busy={busy} onRetry={onRetry} />
      )}
    </div>
  )
}
