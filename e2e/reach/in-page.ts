export type Point = { x: number; y: number }
type Turn = { at: Point; by: Point }
/** `turn` is undefined once every control was in view or given up. */
type NextTurn = { total: number; turn: Turn | undefined }

type Search = {
  controls: HTMLElement[]
  hidden: HTMLElement[]
  complaints: string[]
  /** The last turn, its control and the position of the control before it. */
  last: { element: HTMLElement; before: Point; scroller: number; turns: number } | undefined
  wheels: number
}

/** Runs in the page from its source, so nothing outside of the function exists. */
export function reachInPage() {
  const CONTROLS = 'a[href], button, summary, input, select, textarea, [tabindex]'
  /** Turns at one scroller before the next scroller is tried. */
  const TURNS = 5
  const kept = window as unknown as { __reach: Search }

  const isSeen = (element: Element) => {
    const { width, height } = element.getBoundingClientRect()
    return width > 1 && height > 1 && element.checkVisibility({ visibilityProperty: true })
  }

  /** The element to press: the label of an input that only its label draws. */
  function target(element: HTMLElement): HTMLElement {
    const label = 'labels' in element ? (element as HTMLInputElement).labels?.[0] : undefined
    const isDrawn = isSeen(element) && getComputedStyle(element).opacity !== '0'
    return isDrawn || !label ? element : label
  }

  /** The open panel or dialog, else the page. */
  const scope = (): ParentNode =>
    [...document.querySelectorAll(':popover-open, dialog:modal')].at(-1) ?? document

  function takesFocus(element: HTMLElement): boolean {
    if (element.closest('[inert]') || !isSeen(target(element))) return false
    if ('disabled' in element && element.disabled) return false
    // Only scripts focus headings, panes and the content; arrow keys focus rows.
    if (element.tabIndex < 0 && !element.matches('a, button, input, select, textarea, tr')) return false
    // Focusable scroll boxes, and the skip link, which is visible only while focused.
    return !element.matches(':popover-open, dialog, [href="#content"]')
  }

  /** Centre of the first box, because the centre of a link over two lines may lie between its boxes. */
  function centre(element: HTMLElement): Point {
    const drawn = target(element)
    const { left, top, width, height } = drawn.getClientRects()[0] ?? drawn.getBoundingClientRect()
    return { x: left + width / 2, y: top + height / 2 }
  }

  function hitAt({ x, y }: Point): Element | null {
    return x < 0 || y < 0 || x >= innerWidth || y >= innerHeight ? null : document.elementFromPoint(x, y)
  }

  function isReached(element: HTMLElement): boolean {
    const hit = hitAt(centre(element))
    return hit !== null && (target(element).contains(hit) || hit.closest('label')?.control === element)
  }

  /** Boxes that may scroll an element, from the inside out. */
  function scrollersOf(element: Element): Element[] {
    const found: Element[] = []
    for (let at: Element | null = element; at; at = at.parentElement) {
      const { overflowX, overflowY, position } = getComputedStyle(at)
      const scrolls = (overflow: string) => overflow === 'auto' || overflow === 'scroll'
      const isOver =
        (at.scrollHeight > at.clientHeight && scrolls(overflowY)) ||
        (at.scrollWidth > at.clientWidth && scrolls(overflowX))
      if (at !== element && at !== document.documentElement && isOver) found.push(at)
      if (position === 'fixed' || at.matches(':popover-open, dialog:modal')) return found
    }
    return [...found, document.documentElement]
  }

  function visibleBox(scroller: Element) {
    const box = { left: 0, top: 0, right: innerWidth, bottom: innerHeight }
    for (const each of [scroller, ...scrollersOf(scroller)]) {
      if (each === document.documentElement) continue
      const { left, top, right, bottom } = each.getBoundingClientRect()
      box.left = Math.max(box.left, left)
      box.top = Math.max(box.top, top)
      box.right = Math.min(box.right, right)
      box.bottom = Math.min(box.bottom, bottom)
    }
    return box
  }

  const FRACTIONS = [0.5, 0.2, 0.8, 0.35, 0.65, 0.05, 0.95]

  /** A point for the wheel in a scroller, outside of inner scrollers if possible. */
  function pointOf(scroller: Element): Point | undefined {
    const { left, top, right, bottom } = visibleBox(scroller)
    const points = FRACTIONS.flatMap((y) =>
      FRACTIONS.map((x) => ({
        x: Math.round(left + (right - left) * x),
        y: Math.round(top + (bottom - top) * y),
      })),
    ).filter((point) => {
      const hit = hitAt(point)
      return hit && scroller.contains(hit) && (hit === scroller || scrollersOf(hit).includes(scroller))
    })
    const isOwn = (point: Point) => {
      const hit = hitAt(point)
      return hit === scroller || (hit && scrollersOf(hit)[0] === scroller)
    }
    return points.find(isOwn) ?? points[0]
  }

  function turnFor(element: HTMLElement, scroller: number, turns: number): Turn | undefined {
    const scrollers = scrollersOf(element)
    for (let index = scroller; index < scrollers.length; index += 1) {
      const each = scrollers[index]
      const at = each && pointOf(each)
      if (!each || !at) continue
      const { left, top, right, bottom } = visibleBox(each)
      const from = centre(element)
      const by = {
        x: Math.round(from.x - (left + right) / 2),
        // The first turn also brings most of the following controls into view.
        y: Math.round(from.y - top - (bottom - top) * (turns > 0 ? 0.5 : from.y > top ? 0.25 : 0.75)),
      }
      if (Math.abs(by.x) <= 1 && Math.abs(by.y) <= 1) continue
      kept.__reach.last = { element, before: from, scroller: index, turns }
      return { at, by }
    }
    return undefined
  }

  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))

  async function waitForEffect({
    element,
    before,
  }: {
    element: HTMLElement
    before: Point
  }): Promise<boolean> {
    for (let frames = 0; frames < 120 && kept.__reach.wheels === 0; frames += 1) await frame()
    let last = before
    let moved = false
    for (let frames = 0; frames < 60; frames += 1) {
      await frame()
      const now = centre(element)
      const isSame = Math.abs(now.x - last.x) < 0.5 && Math.abs(now.y - last.y) < 0.5
      if (isSame && (moved || frames > 12)) break
      moved ||= !isSame
      last = now
    }
    return moved
  }

  const describe = (element: Element) =>
    `${element.tagName.toLowerCase()} “${nameOf(element as HTMLElement).slice(0, 40)}”`

  function complaint(element: HTMLElement): string {
    const hit = hitAt(centre(element))
    return hit
      ? `${describe(hit)} lies over ${describe(element)}`
      : `${describe(element)} cannot be scrolled to`
  }

  function nextTurn(): NextTurn {
    const search = kept.__reach
    const { last } = search
    // A control may have disappeared with its tab.
    search.hidden = search.hidden.filter((element) => isSeen(target(element)) && !isReached(element))
    search.last = undefined
    search.wheels = 0
    const total = search.controls.length
    for (let element = search.hidden[0]; element; element = search.hidden[0]) {
      const again = last?.element === element ? last : undefined
      const turn = turnFor(element, again?.scroller ?? 0, again?.turns ?? 0)
      if (turn) return { total, turn }
      search.complaints.push(complaint(element))
      search.hidden.shift()
    }
    return { total, turn: undefined }
  }

  function nameOf(element: HTMLElement): string {
    const labels = 'labels' in element ? (element as HTMLInputElement).labels : null
    const name = element.getAttribute('aria-label') ?? labels?.[0]?.textContent ?? element.textContent
    return (name || element.id || '').replace(/\s+/g, ' ').trim()
  }

  async function until(holds: () => boolean): Promise<boolean> {
    const deadline = Date.now() + 20_000
    while (!holds() && Date.now() < deadline) await frame()
    return holds()
  }

  const isSettled = () =>
    !document.querySelector('[aria-busy="true"]') &&
    document.getAnimations().every(({ playState }) => playState !== 'running')

  return {
    async start(): Promise<NextTurn> {
      await until(isSettled)
      const controls = [...scope().querySelectorAll<HTMLElement>(CONTROLS)].filter(takesFocus)
      const counts = () => {
        kept.__reach.wheels += 1
      }
      if (!kept.__reach) addEventListener('wheel', counts, { capture: true, passive: true })
      kept.__reach = { controls, hidden: controls, complaints: [], last: undefined, wheels: 0 }
      return nextTurn()
    },

    async next(): Promise<NextTurn> {
      const { last } = kept.__reach
      if (last) {
        const moved = await waitForEffect(last)
        last.turns += 1
        if (!moved || last.turns >= TURNS) Object.assign(last, { scroller: last.scroller + 1, turns: 0 })
      }
      return nextTurn()
    },

    complaints: () => kept.__reach.complaints,

    basics: { scope, isSeen, target, nameOf, isSettled, until, frame },
  }
}
