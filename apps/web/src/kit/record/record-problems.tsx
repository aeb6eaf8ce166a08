import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ApiError } from '../../net/api-error.ts'
import { buttonVariant } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ErrorNotice } from '../feedback/error-notice.tsx'
import { ErrorView } from '../feedback/error-view.tsx'
import css from './record-pane.module.css'

type Query<Data> = {
  data: Data | undefined
  error: Error | null
  isFetching: boolean
  refetch: () => unknown
}

type Props<Data> = MissingProps & {
  query: Query<Data>
  /** Keeps a deleted record, whose form has unsaved input. */
  keepsGone?: boolean
  children: (data: Data) => ReactNode
}

/** True if the record does not exist, or no longer. */
export const isGone = ({ error }: { error: unknown }) => error instanceof ApiError && error.status === 404

/** A loaded record, or its loading, missing or error state. */
export function RecordContent<Data>({ query, keepsGone = false, children, ...missing }: Props<Data>) {
  const { data, error, isFetching, refetch } = query
  if (data !== undefined && (keepsGone || !isGone(query))) return children(data)
  if (!error) return <LoadingRecord />
  if (isGone(query)) return <MissingRecord {...missing} />
  return (
    <UnreadableRecord noun={missing.noun} error={error} busy={isFetching} onRetry={() => void refetch()} />
  )
}

/** Placeholder in the size of the form. */
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
  /** True if the toast after a deletion offers Undo. */
  hasUndo?: boolean
}

function MissingRecord({ noun, title, back, hasUndo = false }: MissingProps) {
  return (
    <div className={css.body}>
      <ErrorView
        isInPane
        code={404}
        message={`This ${noun} does not exist, or was deleted.`}
        hint={
          hasUndo
            ? 'If you deleted it by mistake, select Undo in the message or under Notifications.'
            : `A deleted ${noun} cannot be restored. Its history is in Audit.`
        }
      >
        <Link {...back} {...buttonVariant('primary')}>
          Back to {title}
        </Link>
      </ErrorView>
    </div>
  )
}

type UnreadableProps = { noun: string; error: Error; busy: boolean; onRetry: () => void }

function UnreadableRecord({ noun, error, busy, onRetry }: UnreadableProps) {
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
