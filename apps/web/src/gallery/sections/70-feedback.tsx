import { useState } from 'react'
import { finish, IDLE, type LoadingBar, start } from '../../kit/feedback/loading-bar.ts'
import { BarView } from '../../kit/feedback/page-bar.tsx'
import {
  toastDenied,
  toastDone,
  toastFailed,
  toastUnauthorized,
  toastUndo,
} from '../../kit/feedback/toast.ts'
import { Bell, NotificationsPanel } from '../../kit/notifications/bell.tsx'
import type { Notification } from '../../kit/notifications/notifications.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Example } from '../example.tsx'
import css from './70-feedback.module.css'

export const title = 'Feedback'

/** Changes the URL before it shows the toast, as a route guard does. */
function refuseAndLeave() {
  toastUnauthorized()
  history.replaceState(history.state, '', '/components?from=users')
}

const NOTIFICATIONS: Notification[] = [
  { kind: 'undo', text: 'Tender 0412 deleted.', at: '2026-11-20T01:12:40Z', count: 1, isRead: false },
  {
    kind: 'waiting',
    text: 'tenders-november.csv is ready to import: 38 new, 214 changed',
    at: '2026-11-20T01:10:05Z',
    count: 3,
    isRead: true,
  },
  {
    kind: 'failed',
    text: 'The file could not be sent. Check the connection and try again.',
    at: '2026-11-20T00:58:31Z',
    count: 1,
    isRead: true,
  },
  { kind: 'done', text: 'Tender 0412 saved.', at: '2026-11-20T00:55:00Z', count: 2, isRead: true },
]

export function Section() {
  const [log, setLog] = useState(NOTIFICATIONS)
  const [bar, setBar] = useState<LoadingBar>(IDLE)
  const begin = () => setBar((before) => start(before, performance.now()))
  const end = (failed: boolean) => setBar((before) => finish(before, performance.now(), failed))
  return (
    <>
      <Example
        title="Toasts"
        note="One toast per text. A click closes it, hovering holds it, Alt+T focuses it."
      >
        <div className={css.row}>
          <Button onClick={() => toastDone('Tender 0412 saved.')}>Success, 1 s</Button>
          <Button onClick={() => toastFailed('The tender could not be saved. Try again.')}>Error, 5 s</Button>
          <Button onClick={() => toastDenied()}>Not allowed, 3 s</Button>
          <Button onClick={toastUnauthorized}>Unauthorized, 1 s</Button>
          <Button onClick={() => toastUndo('Tender 0412 deleted.', () => toastDone('Tender 0412 restored.'))}>
            With undo, 5 s
          </Button>
        </div>
      </Example>
      <Example title="A toast and a redirect" note="The toast stays when the URL changes.">
        <Button onClick={refuseAndLeave}>Unauthorized, then elsewhere</Button>
      </Example>
      <Example title="What never stands in a toast" note="Card numbers keep their last four digits.">
        <Button onClick={() => toastFailed('Card 9990000000000011 was not found.')}>Error with a card</Button>
      </Example>
      <Example title="Notifications button" note="Lists every toast until the page is reloaded.">
        <Bell />
      </Example>
      <Example title="Notifications with entries">
        <Card flush>
          <NotificationsPanel log={log} onClear={() => setLog([])} />
        </Card>
      </Example>
      <Example title="No notifications">
        <Card flush>
          <NotificationsPanel log={[]} onClear={() => undefined} />
        </Card>
      </Example>
      <Example
        title="Loading bar"
        note="Seen 200 ms after the start, half-way a second later; stays 500 ms when finished, then fades in 400 ms."
      >
        <div className={css.track}>
          <BarView bar={bar} label="Loading the example" placed="here" />
        </div>
        <div className={css.row}>
          <Button onClick={begin}>Start</Button>
          <Button onClick={() => end(false)}>Finish</Button>
          <Button onClick={() => end(true)}>Finish with an error</Button>
          <Button
            onClick={() => {
              begin()
              setTimeout(() => end(false), 150)
            }}
          >
            150 ms: nothing to see
          </Button>
        </div>
      </Example>
    </>
  )
}
