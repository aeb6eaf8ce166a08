/** Parts of the page with a focus of their own. When one closes, the focus returns to the one below it. */
const LAYER = 'dialog, [role=dialog], [role=alertdialog], [popover]'
/** Parts of a screen that can take the focus of a control in them. */
const PART = `${LAYER}, section, article, form, [data-record], main, body`
const CONTROLS = 'a[href], button, input, select, textarea, [tabindex="0"]'
/** Controls whose replacement may take the focus, because a second Enter does nothing that cannot be undone. */
const REPLACEABLE = 'a[href], input, select, textarea, [aria-expanded], [role=tab]'

/** The element that had the focus, and its ancestors from the inside out. */
type Trail = readonly Element[]

/**
 * Moves the focus on when the element that has it disappears, which browsers leave to the page: to the row after a
 * removed one, the control that replaces it, or the nearest heading. Returns a function that stops.
 */
export function followLostFocus(): () => void {
  /** The last trail of each layer, the newest at the end. */
  const trails = new Map<Element | null, Trail>()
  let last: Element | undefined
  let neighbour: Element | undefined
  let isWaiting = false
  let isPressing = false

  function onFocusIn({ target }: FocusEvent): void {
    if (!(target instanceof Element)) return
    last = target
    neighbour = undefined
    const layer = target.closest(LAYER)
    trails.delete(layer)
    trails.set(layer, ancestors(target))
  }

  /** Forgets an element that the user left by a press on the background. */
  function onFocusOut({ relatedTarget }: FocusEvent): void {
    if (!relatedTarget && isPressing) last = undefined
  }

  const onPress = ({ type }: PointerEvent) => {
    isPressing = type === 'pointerdown'
  }

  function onMutation(records: readonly MutationRecord[]): void {
    if (!last || !isNowhere()) return
    neighbour ??= neighbourOf(last, records)
    if (isWaiting) return
    isWaiting = true
    // Effects of the new content may take the focus first; a hidden element loses it only with the next frame.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        isWaiting = false
        if (last && isNowhere() && !isUsable(last)) placeOf(trails, neighbour)?.focus()
      }),
    )
  }

  const observer = new MutationObserver(onMutation)
  observer.observe(document.body, {
    childList: true,
    subtree: true,
    attributeFilter: ['hidden', 'disabled', 'open', 'inert'],
  })
  const listening = new AbortController()
  const options = { capture: true, signal: listening.signal }
  document.addEventListener('focusin', onFocusIn, options)
  document.addEventListener('focusout', onFocusOut, options)
  for (const type of ['pointerdown', 'pointerup', 'pointercancel'] as const)
    document.addEventListener(type, onPress, options)
  return () => {
    observer.disconnect()
    listening.abort()
  }
}

const isNowhere = () => document.activeElement === document.body || document.activeElement === null

function ancestors(element: Element): Trail {
  const parent = element.parentElement
  return parent ? [element, ...ancestors(parent)] : [element]
}

const isUsable = (element: Element) =>
  element.isConnected && element.checkVisibility?.() !== false && !element.matches(':disabled, [inert] *')

/** The row or list item that follows the one that was removed with the element, otherwise the one before. */
function neighbourOf(element: Element, records: readonly MutationRecord[]): Element | undefined {
  for (const { removedNodes, nextSibling, previousSibling } of records) {
    const removed = [...removedNodes].find((node) => node.contains(element))
    if (!(removed instanceof Element) || !removed.matches('li, tr')) continue
    const near = [nextSibling, previousSibling]
    return near.find((node) => node instanceof Element && node.tagName === removed.tagName) as Element
  }
  return undefined
}

function placeOf(
  trails: ReadonlyMap<Element | null, Trail>,
  neighbour: Element | undefined,
): HTMLElement | undefined {
  const next = neighbour && isUsable(neighbour) && firstIn(neighbour, CONTROLS)
  if (next) return next
  for (const [layer, trail] of [...trails].reverse()) {
    if (layer && !isUsable(layer)) continue
    const [element] = trail
    const rest = trail.find(isUsable) ?? document.body
    if (element instanceof HTMLElement && rest === element) return element
    const place = (element && replacementOf(element, rest)) ?? placeIn(rest)
    if (place) return place
  }
  return undefined
}

/** The same control, rendered again. */
function replacementOf(lost: Element, rest: Element): HTMLElement | undefined {
  if (!lost.matches(REPLACEABLE)) return undefined
  const name = nameOf(lost)
  const found = [...rest.querySelectorAll<HTMLElement>(REPLACEABLE)]
  return name ? found.find((each) => each.tagName === lost.tagName && nameOf(each) === name) : undefined
}

const nameOf = (control: Element) =>
  control.getAttribute('aria-label') ?? control.getAttribute('name') ?? control.textContent

/** The heading of the nearest part of the screen that has one, or the row that Tab reaches in it. */
function placeIn(rest: Element): HTMLElement | undefined {
  const row = rest.closest('tr[data-id]')
  const inRow = row && firstIn(row, CONTROLS)
  if (inRow) return inRow
  for (let part = rest.closest(PART); part; part = part.parentElement?.closest(PART) ?? null) {
    const place =
      firstIn(part, part.matches('main, body') ? 'h1' : 'h1, h2, h3') ??
      firstIn(part, 'tr[data-id] [tabindex="0"]')
    if (place?.matches('h1, h2, h3') && !place.hasAttribute('tabindex')) place.tabIndex = -1
    if (place) return place
    if (part instanceof HTMLElement && part.matches(LAYER)) return part
  }
  return undefined
}

const firstIn = (part: Element, selector: string) =>
  [...part.querySelectorAll<HTMLElement>(selector)].find(isUsable)
