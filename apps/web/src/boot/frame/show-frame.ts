import type { RuntimeConfig } from '@backoffice/contract/runtime-config'
import type { OwnedPreferences } from '../../kit/preferences/preferences-storage.ts'
import type { Session } from '../../session/session-state.ts'

/**
 * Moves the frame of the screen from its template into the root, for a signed-in user with an unlocked screen.
 */
export function showFrame(): void {
  const template = document.querySelector<HTMLTemplateElement>('template#frame')
  const root = document.getElementById('root')
  const stored = localStorage.getItem('auth')
  if (!template || !root || stored === null) return
  // The application writes it.
  const { state, activeAtMs } = JSON.parse(stored) as { state: Session; activeAtMs: number }
  const { isAuthenticated, auth } = state
  const { lockAfterMs } = pageJson<RuntimeConfig>('config')
  if (!isAuthenticated || auth.tokenExpiration * 1000 < Date.now()) return
  if (!(Date.now() - activeAtMs < lockAfterMs)) return

  const { name, email, modules, policies } = auth.userDetails
  const has = (needed: AccessNeed) =>
    needed.modules.some((each) => modules.includes(each)) &&
    (needed.policies?.some((each) => policies.includes(each)) ?? true)
  const { screen, content } = pageJson<Omit<Frame, 'markup'>>('frame-access')
  if (!screen.every(has)) return

  const frame = template.content
  for (const each of frame.querySelectorAll<HTMLElement>('[data-module]'))
    if (!has({ modules: ['All', each.dataset.module ?? ''] })) each.remove()
  const choices = choicesOf(email)
  for (const group of frame.querySelectorAll('aside section')) {
    const items = group.querySelector('ul')
    if (!items?.childElementCount) group.remove()
    // The group of the screen has no button, and stays open.
    else if (group.querySelector('button') && choices?.closed_groups?.some((each) => isLabelOf(group, each)))
      items.hidden = true
  }

  const account = frame.querySelector('a[href="/account"]')
  account?.querySelector('strong')?.replaceChildren(name || email)
  if (name) account?.appendChild(document.createElement('span')).replaceChildren(email)
  const theme = document.documentElement.dataset.theme ?? 'system'
  for (const each of frame.querySelectorAll<HTMLInputElement>('[name=theme]'))
    each.checked = each.value === theme

  if (!content.every(has) || location.search || Object.keys(choices?.columns ?? {}).length > 0)
    for (const each of frame.querySelectorAll('main > :not(:first-child, nav)')) each.remove()

  // Inert, because presses, input and focus in the frame would be lost.
  const shown = root.appendChild(document.createElement('div'))
  shown.inert = true
  shown.ariaHidden = 'true'
  shown.append(frame)
}

/** Preferences of the user of this tab. A copy of an earlier release lacks newer fields. */
function choicesOf(email: string): Partial<OwnedPreferences['saved']> | undefined {
  const copy = JSON.parse(sessionStorage.getItem('preferences') ?? 'null') as OwnedPreferences | null
  return copy?.owner === email ? copy.saved : undefined
}

const isLabelOf = (group: Element, label: string) => group.querySelector('h2')?.textContent === label

/** Parses the JSON of a script element of the page. */
export function pageJson<T>(id: string): T {
  // The build and the server write it.
  return JSON.parse(document.getElementById(id)?.textContent ?? '') as T
}

/** Requires one of the modules and, if present, one of the policies. */
export type AccessNeed = { modules: string[]; policies?: string[] }

/** First render of a signed-in screen, included in its page. */
export type Frame = {
  /** Rendered for a nameless user with every permission; elements that need a module have `data-module`. */
  markup: string
  /** Access that the screen requires. */
  screen: AccessNeed[]
  /** Access without which the content looks different. */
  content: AccessNeed[]
}
