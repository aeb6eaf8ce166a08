import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Popover, usePopover } from '../../ui/popover.tsx'
import { Progress } from '../../ui/progress.tsx'
import { formatDateTime, formatExactTime } from '../format/format-time.ts'
import css from './bell.module.css'
import {
  clearNotifications,
  markAllRead,
  type Notification,
  type NotificationAction,
  type NotificationKind,
  unreadCount,
  useNotifications,
} from './notifications.ts'

/** Shows the number of unread notifications and opens their list, which marks them as read. */
export function Bell() {
  const { log, announcement } = useNotifications()
  const popover = usePopover()
  const { isOpen } = popover
  const unread = unreadCount(log)
  // The name of the button contains its visible text.
  const count = unread > 9 ? '9+' : String(unread)
  useEffect(() => {
    if (isOpen && unread > 0) markAllRead()
  }, [isOpen, unread])

  return (
    <>
      <button
        {...popover.trigger}
        type="button"
        className={css.bell}
        aria-haspopup="dialog"
        aria-label={unread > 0 ? `Notifications, ${count} new` : 'Notifications'}
        title="Notifications"
      >
        <Icon name="bell" />
        {unread > 0 && (
          <span className={css.unread} aria-hidden="true">
            {count}
          </span>
        )}
      </button>
      <span role="status" className="visually-hidden">
        {announcement}
      </span>
      <Popover popover={popover} label="Notifications" width="wide">
        <NotificationsPanel
          log={log}
          onClear={() => {
            // The button disappears with the list.
            popover.focus()
            clearNotifications()
          }}
        />
      </Popover>
    </>
  )
}

const LABELS: Readonly<Record<NotificationKind, { tone: Tone; label: string }>> = {
  done: { tone: 'ok', label: 'Done' },
  undo: { tone: 'info', label: 'Changed' },
  progress: { tone: 'info', label: 'In progress' },
  waiting: { tone: 'warn', label: 'Action needed' },
  ready: { tone: 'ok', label: 'Ready' },
  failed: { tone: 'bad', label: 'Failed' },
  message: { tone: 'info', label: 'New' },
}

type ActionProps = { action: NotificationAction; about: string; isOnce: boolean }

/** `isOnce`: it disappears with its press. */
function Action({ action, about, isOnce }: ActionProps) {
  const { label } = action
  const name = `${label}: ${about}`
  if ('href' in action) {
    return (
      <Link to={action.href} aria-label={name}>
        {label}
      </Link>
    )
  }
  return (
    <Button
      aria-label={name}
      onClick={({ currentTarget }) => {
        // Otherwise the focus would be lost with the button.
        if (isOnce) currentTarget.closest('li')?.focus()
        action.run()
      }}
    >
      {label}
    </Button>
  )
}

/** Texts of toasts and file notices, newest first. */
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
          Messages are kept here until you sign out or close this tab.
        </EmptyState>
      ) : (
        <ol className={css.list}>
          {log.map(({ kind, text, at, count, subject, percent, actions }) => (
            <li key={subject ?? `${kind} ${text}`} className={css.item} tabIndex={-1}>
              <p className={css.text}>{text}</p>
              {percent !== undefined && <Progress thin label={text} value={percent} />}
              {actions && (
                <p className={css.actions}>
                  {actions.map((action) => (
                    <Action key={action.label} action={action} about={text} isOnce={kind === 'undo'} />
                  ))}
                </p>
              )}
              <p className={css.about}>
                <Badge tone={LABELS[kind].tone}>{LABELS[kind].label}</Badge>
                {count > 1 && <span>{count} times</span>}
                <time dateTime={at} title={formatExactTime(at)}>
                  {formatDateTime(at)}
                </time>
              </p>
            </li>
          ))}
        </ol>
      )}
    </>
  )
}
