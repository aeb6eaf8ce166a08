import type { OwnedPreferences } from './kit/preferences/preferences-storage.ts'
import type { Preload, PreloadedResponse } from './net/preload.ts'
import type { Session } from './session/session-state.ts'

/*
 * Stands in the head of every signed-in page and runs ahead of its modules, while they are on their way. It imports
 * nothing but types: what it shares with a module would have to be fetched first.
 */

/** Shorter than this a token may run out on its way; and what is amiss with it is for the application to find. */
const SPARE_SECONDS = 30
const ANSWERED_WITHIN_MS = 20_000

/** As this tab last had it: a page loaded again in the dark is dark from the start. Whose it is, the application sees to. */
function putThemeOn(): void {
  const theme = sessionStorage.getItem('theme')
  if (theme) document.documentElement.dataset.theme = theme
}

/** Makes the calls that the screen of this page begins with, as the application would. */
function askAhead(): void {
  const config = jsonIn<Record<Preload['base'], string>>('config')
  const session = (JSON.parse(localStorage.getItem('auth') ?? '{}') as { state?: Session }).state
  // With a search in the address, it is the screen that knows what to read.
  if (!session?.isAuthenticated || location.search) return
  const { token, tokenExpiration, userDetails } = session.auth
  if (tokenExpiration - Date.now() / 1000 < SPARE_SECONDS) return

  const copy = JSON.parse(sessionStorage.getItem('preferences') ?? 'null') as OwnedPreferences | null
  const rows = copy?.owner === userDetails.email ? copy.saved.page_size : undefined
  const holds = ({ modules, policies }: Preload['access'][number]) =>
    modules.some((one) => userDetails.modules.includes(one)) &&
    policies.some((one) => userDetails.policies.includes(one))

  const authorization = `Bearer ${token}`
  const preloaded: PreloadedResponse[] = []
  for (const { base, path, method, body, access, pageSize } of jsonIn<Preload[]>('preloads')) {
    if (!access.some(holds) || (pageSize && rows && pageSize !== rows)) continue
    const url = config[base].replace(/\/$/, '') + path
    const reply = fetch(url, {
      method,
      headers: {
        authorization,
        accept: 'application/json',
        ...(body && { 'content-type': 'application/json' }),
      },
      signal: AbortSignal.timeout(ANSWERED_WITHIN_MS),
      ...(body && { body }),
    })
    // Told by whoever takes it.
    reply.catch(() => undefined)
    preloaded.push({ url, method, body, authorization, atMs: Date.now(), reply })
  }
  window.preloaded = preloaded
}

function jsonIn<T>(id: string): T {
  // Written by our own build and server.
  return JSON.parse(document.getElementById(id)?.textContent ?? '') as T
}

for (const step of [putThemeOn, askAhead]) {
  try {
    step()
  } catch {
    // A browser that keeps nothing, or a page without first reads: the application does without.
  }
}
