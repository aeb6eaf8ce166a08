export type Kind = 'button' | 'cell' | 'link' | 'field' | 'heading' | 'row' | 'text'

/** Runs in the page from its source, so nothing outside of the function exists. */
export function inPage() {
  const SELECTORS = {
    button: 'button, summary, [role="button"]',
    link: 'a[href]',
    field: 'input, select, textarea',
    cell: '[role="gridcell"]',
    heading: 'h1, h2, h3',
    row: 'tbody tr',
    text: 'body',
  }
  const CONTROLS = 'a[href], button, summary, input, select, textarea, [role="tab"], [role="option"]'

  const squeezed = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, ' ').trim()

  function nameOf(element: HTMLElement): string {
    const labels = 'labels' in element ? (element as HTMLInputElement).labels : null
    return squeezed(element.getAttribute('aria-label') ?? labels?.[0]?.textContent ?? element.innerText)
  }

  function isVisible(element: HTMLElement): boolean {
    const { width, height } = element.getBoundingClientRect()
    const seen = element.checkVisibility({ visibilityProperty: true })
    return seen && width > 1 && height > 1 && !element.closest('[inert]')
  }

  /** With a modal dialog open, nothing else can be used. */
  const scope = () => document.querySelector('dialog:modal') ?? document

  function all(selector: string): HTMLElement[] {
    return [...scope().querySelectorAll<HTMLElement>(selector)].filter(isVisible)
  }

  function find(kind: Kind, name: string): HTMLElement | undefined {
    if (kind === 'text') return squeezed(document.body?.innerText).includes(name) ? document.body : undefined
    const isWhole = kind === 'button' || kind === 'link' || kind === 'heading'
    return all(SELECTORS[kind]).find((element) => {
      const its = nameOf(element)
      return isWhole ? its === name : its.includes(name)
    })
  }

  function middleOf(element: Element): { x: number; y: number } {
    // A link over two lines has two boxes, and their common centre may be outside of it.
    const { left, top, width, height } = element.getClientRects()[0] ?? element.getBoundingClientRect()
    return { x: Math.round(left + width / 2), y: Math.round(top + height / 2) }
  }

  const holds = (element: HTMLElement, hit: Element) =>
    element.contains(hit) || hit.closest('label')?.contains(element) === true

  /** The element that covers the centre of another, if any and if it can be scrolled to. */
  function over(element: HTMLElement): Element | undefined {
    element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' })
    const { x, y } = middleOf(element)
    const hit = document.elementFromPoint(x, y)
    return !hit || holds(element, hit) ? undefined : hit
  }

  /** The last press. The page survives the function, but not a navigation. */
  const page = window as { press?: { missed: boolean; end: AbortController } }

  /** Swallows the next press if the layout changes before it, so that it hits another element. */
  function expectPress(element: HTMLElement): void {
    page.press?.end.abort()
    const press = { missed: false, end: new AbortController() }
    page.press = press
    for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'])
      addEventListener(
        type,
        (event) => {
          if (type === 'pointerdown') press.missed = !holds(element, event.target as Element)
          if (!press.missed) return
          event.preventDefault()
          event.stopImmediatePropagation()
        },
        { capture: true, signal: press.end.signal },
      )
  }

  const describe = (element: Element) =>
    `${element.tagName.toLowerCase()} “${nameOf(element as HTMLElement).slice(0, 40)}”`

  return {
    has: (kind: Kind, name: string) => find(kind, name) !== undefined,

    /** The point of the next press, or the reason why it cannot be pressed yet. */
    async place(kind: Kind, name: string): Promise<{ x: number; y: number } | string> {
      const element = find(kind, name)
      if (!element) return `there is no ${kind} “${name}”`
      if (element.matches(':disabled, [aria-disabled="true"]')) return `${describe(element)} is disabled`
      const hit = over(element)
      if (hit) return `${describe(hit)} lies over ${describe(element)}`
      const before = middleOf(element)
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
      const { x, y } = middleOf(element)
      if (x !== before.x || y !== before.y) return `${describe(element)} moves`
      expectPress(element)
      return before
    },
    hasMissed: () => page.press?.missed === true,

    focus: (kind: Kind, name: string) => find(kind, name)?.focus(),
    focused: () => (document.activeElement ? nameOf(document.activeElement as HTMLElement) : ''),
    /** The keys of a closed select differ by engine and speed. */
    choose(name: string, option: string): void {
      const select = find('field', name) as HTMLSelectElement
      const index = [...select.options].findIndex(({ text }) => text.startsWith(option))
      const { set } = Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'selectedIndex') ?? {}
      set?.call(select, index)
      select.dispatchEvent(new Event('change', { bubbles: true }))
    },
    chosen: (name: string) =>
      (find('field', name) as HTMLSelectElement | undefined)?.selectedOptions[0]?.text,
    marked: (mark: string) => performance.getEntriesByName(mark).length > 0,

    text: () => document.body.innerText,

    covered(): string[] {
      const controls = all(CONTROLS).flatMap((element) => {
        const hit = over(element)
        return hit ? [`${describe(hit)} lies over ${describe(element)}`] : []
      })
      scrollTo(0, 0)
      return controls
    },

    height: (name: string) => find('field', name)?.offsetHeight ?? 0,
    isChecked: (name: string) => (find('field', name) as HTMLInputElement | undefined)?.checked,
    isSettled: () =>
      !document.querySelector('[aria-busy="true"]') &&
      document.getAnimations().every(({ playState }) => playState !== 'running'),
    links: (within: string) => [...document.querySelectorAll<HTMLElement>(`${within} a[href]`)].map(nameOf),
    requests: (part: string) =>
      performance.getEntriesByType('resource').filter(({ name }) => name.includes(part)).length,
  }
}
