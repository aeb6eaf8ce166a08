import { Badge, type Tone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatExactTime, formatTime } from '../format-time.ts'
import type { Notification, ToastKind } from './notifications.ts'
import css from './notifications-panel.module.css'

const LABELS: Readonly<Record<ToastKind, { tone: Tone; label: string }>> = {
  done: { tone: 'ok', label: 'Done' },
  undo: { tone: 'info', label: 'Changed' },
  failed: { tone: 'bad', label: 'Failed' },
  denied: { tone: 'warn', label: 'Not allowed' },
  unauthorized: { tone: 'warn', label: 'Not allowed' },
}

/** The texts of the toasts, newest first. */
export function NotificationsPanel({ log, onClear }: { log: readonly Notification[]; onClear: () => void }) {
  return (
    <>
      <div className={css.head}>
        <h2>Notifications</h2>
        {log.length > 0 && (
          <Button variant="quiet" onClick={onClear}>
            Clear all
          </Button>
        )}
      </div>
      {log.length === 0 ? (
        <EmptyState title="No notifications">
          Messages are kept here until you sign out or reload the page.
        </EmptyState>
      ) : (
        <ol className={css.list}>
          {log.map(({ kind, text, at, count }) => (
            <li key={`${kind} ${text}`} className={css.item}>
              <p className={css.text}>{text}</p>
              <p className={css.about}>
                <Badge tone={LABELS[kind].tone}>{LABELS[kind].label}</Badge>
                {count > 1 && <span>{count} times</span>}
                <time dateTime={at} title={formatExactTime(at)}>
                  {formatTime(at)}
                </time>
              </p>
            </li>
          ))}
        </ol>
      )}
    </>
  )
}
