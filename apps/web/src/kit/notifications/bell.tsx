import { useEffect, useId, useRef, useState } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { toastFailed } from '../toast.ts'
import { useLazyModule } from '../use-lazy-module.ts'
import css from './bell.module.css'
import { unseen } from './log.ts'
import { clear, markSeen, useNotifications } from './notifications.ts'

const load = async () => (await import('./notifications-panel.tsx')).NotificationsPanel

/** On the way to it; what fails here is told when it is wanted. */
function fetchAhead(): void {
  load().catch(() => undefined)
}

function tellMissing(): void {
  toastFailed('The notifications could not be loaded. Check the connection and try again.')
}

/** How many toasts were not looked at in the panel yet; opens it. */
export function Bell() {
  const { log, untoasted } = useNotifications()
  const [open, setOpen] = useState(false)
  const panel = useRef<HTMLDivElement>(null)
  const bell = useRef<HTMLButtonElement>(null)
  const id = useId()
  const news = unseen(log)
  const Panel = useLazyModule(load, open, tellMissing)
  useEffect(() => {
    if (open && news > 0) markSeen()
  }, [open, news])

  function onToggle(isOpen: boolean) {
    setOpen(isOpen)
    if (isOpen) panel.current?.focus()
    // Safari does not focus a button that is clicked, and so has nothing to give the focus back to.
    else if (document.activeElement === document.body) bell.current?.focus()
  }

  return (
    <>
      <button
        ref={bell}
        type="button"
        className={css.bell}
        popoverTarget={id}
        aria-expanded={open}
        aria-haspopup="dialog"
        aria-label={news > 0 ? `Notifications, ${news} new` : 'Notifications'}
        title="Notifications"
        onPointerEnter={fetchAhead}
        onFocus={fetchAhead}
      >
        <Icon name="bell" />
        {news > 0 && (
          <span className={css.news} aria-hidden="true">
            {news > 9 ? '9+' : news}
          </span>
        )}
      </button>
      {/* A toast says itself; this is for the one that could not be shown. */}
      <span role="status" className={css.unseen}>
        {untoasted}
      </span>
      <div
        ref={panel}
        id={id}
        popover="auto"
        role="dialog"
        aria-label="Notifications"
        tabIndex={-1}
        className={css.panel}
        onToggle={(event) => onToggle(event.newState === 'open')}
        // Left with the Tab key, it does not stay over what is focused next.
        onBlur={({ relatedTarget: next }) => {
          if (next instanceof Node && next !== bell.current && !panel.current?.contains(next))
            panel.current?.hidePopover()
        }}
      >
        {open && Panel && (
          <Panel
            log={log}
            onClear={() => {
              panel.current?.focus()
              clear()
            }}
          />
        )}
      </div>
    </>
  )
}
