import { pause } from '../net/backoff.ts'
import { restoreClock } from './identity.ts'
import type { SessionEnd } from './session-state.ts'
import { dispatch, hasStoredSession, keepActive, syncFromStorage, useSession } from './store.ts'

/** How long after another tab has emptied the storage its message may arrive: their order is not guaranteed. */
const MESSAGE_WITHIN_MS = 1_000

/** Undefined withdraws an announcement. */
type Message = { end: SessionEnd | undefined }

let channel: BroadcastChannel | undefined

/** One for both directions: a second one would hear the first. */
function openChannel(): BroadcastChannel {
  channel ??= new BroadcastChannel('session')
  return channel
}

/** Tells the other tabs why the session ends, or will end; the storage, once empty, does not. */
export function postEnd(end: SessionEnd | undefined): void {
  openChannel().postMessage({ end } satisfies Message)
}

/** An interrupted page has no token, and so nothing that another tab could end. */
const hasToken = () => useSession.getState().auth.token !== ''

/** For a tab that finds the storage empty, perhaps before the message that says why. */
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
    // What other tabs announce meanwhile follows from the sign-out in this one, such as a call that was refused.
    if (!hasToken() || useSession.getState().announcedEnd === 'signed-out') return
    dispatch({ type: 'end-announced', end: data.end === 'signed-out' ? 'other-tab' : data.end })
    // An empty storage fires no event when it is cleared.
    if (data.end) endIfOver()
  }
  addEventListener('storage', ({ key, newValue }) => {
    if (key !== null && key !== 'auth' && !key.endsWith('.LastAuthUser')) return
    // By the time of the event another tab may have signed in again. A restore that failed in another tab clears `auth`
    // alone: the session of this one goes on.
    endIfOver()
    if (newValue === null) return keepActive()
    restoreClock()
    syncFromStorage()
  })
}
