import type { OwnedPreferences } from '../kit/preferences/preferences-storage.ts'
import type { FirstRequest, FirstResponse } from '../net/first-requests.ts'
import type { Session } from '../session/session-state.ts'
import { type AccessNeed, type Frame, pageJson, showFrame } from './frame/show-frame.ts'

/** Minimum remaining lifetime of a token; the application refreshes an older one. */
const SPARE_SECONDS = 30
const TIMEOUT_MS = 20_000

/** Sends the first read requests of this page's screen. Further ones follow from the loader of its route. */
function sendFirstRequests(): void {
  const config = pageJson<Record<FirstRequest['base'], string>>('config')
  const session = (JSON.parse(localStorage.getItem('auth') ?? '{}') as { state?: Session }).state
  // Only the screen knows what a search in the address changes.
  if (!session?.isAuthenticated || location.search) return
  const { token, tokenExpiration, userDetails } = session.auth
  if (tokenExpiration - Date.now() / 1000 < SPARE_SECONDS) return

  const copy = JSON.parse(sessionStorage.getItem('preferences') ?? 'null') as OwnedPreferences | null
  const rows = copy?.owner === userDetails.email ? copy.saved.page_size : undefined
  const holds = ({ modules, policies }: AccessNeed) =>
    modules.some((each) => userDetails.modules.includes(each)) &&
    (policies?.some((each) => userDetails.policies.includes(each)) ?? true)
  // The user would see another screen, which does not use the replies.
  if (!pageJson<Pick<Frame, 'screen'>>('frame-access').screen.every(holds)) return

  const authorization = `Bearer ${token}`
  const firstResponses: FirstResponse[] = []
  for (const { base, path, method, body, access, pageSize } of pageJson<FirstRequest[]>('first-requests')) {
    if (!access.some(holds) || (pageSize && rows && pageSize !== rows)) continue
    const url = config[base].replace(/\/$/, '') + path
    const reply = fetch(url, {
      method,
      headers: {
        authorization,
        accept: 'application/json',
        ...(body && { 'content-type': 'application/json' }),
      },
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(body && { body }),
    })
    // The call that uses the reply handles the error.
    reply.catch(() => undefined)
    firstResponses.push({ url, method, body, authorization, atMs: Date.now(), reply })
  }
  window.firstResponses = firstResponses
}

declare global {
  interface Window {
    /** The page calls it once the parser has passed its frame. */
    showFrame?: () => void
  }
}

/*
 * Runs inline at the start of every signed-in page, before the frame is parsed and while the modules load. It shares
 * only types with them, because a shared module would have to load first.
 */
const attempt = (step: () => void) => {
  try {
    step()
  } catch {
    // Without storage, a frame or first requests the application does the step.
  }
}
attempt(restoreTheme)
attempt(sendFirstRequests)
window.showFrame = () => attempt(showFrame)

/** Restores the last theme of this tab, so that a reload does not flash. The application checks its owner. */
function restoreTheme(): void {
  const theme = sessionStorage.getItem('theme')
  if (theme) document.documentElement.dataset.theme = theme
}
