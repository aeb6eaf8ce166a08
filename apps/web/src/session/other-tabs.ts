import { pause } from '../net/backoff.ts'
import { restoreClock } from './identity.ts'
import type { SessionEnd } from './session-state.ts'
import { dispatch, hasStoredSession, keepActive, syncFromStorage, useSession } from './store.ts'

/** Longest wait for the message of a tab that has emptied the storage, because their order is not guaranteed. */
const MESSAGE_WITHIN_MS = 1_000

/** Undefined withdraws an announcement. */
type Message = { end: SessionEnd | undefined }

let channel: BroadcastChannel | undefined

/** One channel for both directions, because a second one would receive the messages of the first. */
function openChannel(): BroadcastChannel {
  channel ??= new BroadcastChannel('session')
  return channel
}

/** Sends the other tabs the reason why the session ends or will end, which the empty storage does not have. */
export function postEnd(end: SessionEnd | undefined): void {
  openChannel().postMessage({ end } satisfies Message)
}

/** False on an interrupted page, which has no session that another tab could end. */
const hasToken = () => useSession.getState().auth.token !== ''

/** Ends the session of a tab that finds the storage empty, after a wait for the message with the reason. */
export async function endFromOtherTab(): Promise<void> {
  const arrived = new AbortController()
  const check = () => {
    if (useSession.getState().announcedEnd !== undefined || !hasToken()) arrived.abort()
  }
  const stop = useSession.subscribe(check)
  check()
  await pause(MESSAGE_WITHIN_MS, arrived.signal)
  stop()
  if (hasToken() && !hasStoredSession())
    dispatch({ type: 'ended', end: useSession.getState().announcedEnd ?? 'signed-out' })
}

function endIfOver(): void {
  if (hasToken() && !hasStoredSession()) void endFromOtherTab()
}

export function watchOtherTabs(): void {
  openChannel().onmessage = ({ data }: MessageEvent<Message>) => {
    // Other tabs' announcements follow from the sign-out in this tab, such as refused calls.
    if (!hasToken() || useSession.getState().announcedEnd === 'signed-out') return
    dispatch({ type: 'end-announced', end: data.end === 'signed-out' ? 'other-tab' : data.end })
    // Clearing an empty storage fires no event.
    if (data.end) endIfOver()
  }
  addEventListener('storage', ({ key, newValue }) => {
    if (key !== null && key !== 'auth' && !key.endsWith('.LastAuthUser')) return
    // Another tab may have signed in again before this event. A failed restore in another tab only clears `auth`, and
    // the session of this tab continues.
    endIfOver()
    if (newValue === null) return keepActive()
    restoreClock()
    syncFromStorage()
  })
}
