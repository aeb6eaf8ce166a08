import { useEffect } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { Popover, usePopover } from '../../ui/popover.tsx'
import css from './bell.module.css'
import { clearNotifications, markAllRead, unreadCount, useNotifications } from './notifications.ts'
import { NotificationsPanel } from './notifications-panel.tsx'

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
