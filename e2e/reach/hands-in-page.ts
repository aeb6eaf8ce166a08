import type { reachInPage } from './in-page.ts'

/** Opens screens, panels and dialogs. Runs in the page, from its source: only what it is given exists there. */
export function handsInPage(basics: ReturnType<typeof reachInPage>['basics']) {
  const { scope, isSeen, target, nameOf, isSettled, until, frame } = basics

  const controlsNamed = (name: string) =>
    [
      ...scope().querySelectorAll<HTMLElement>(
        `a, button, summary, input, select, textarea, [role="option"]`,
      ),
    ].filter(
      (element) => !element.closest('[inert]') && isSeen(target(element)) && nameOf(element).startsWith(name),
    )
  /** By its whole name, else by the beginning of it. */
  const controlNamed = (name: string) => {
    const found = controlsNamed(name)
    return found.find((element) => nameOf(element) === name) ?? found[0]
  }

  type Part = 'list' | 'create' | 'record'
  function isShown(path: string, title: string | null, part: Part): boolean {
    const pane = document.querySelector('[data-record]')
    const isCreate = pane?.querySelector('h2')?.textContent?.startsWith('Create') ?? false
    const isPart = part === 'list' ? !pane : pane !== null && isCreate === (part === 'create')
    const h1 = document.querySelector('#root > :not([inert]) h1')?.textContent
    return (
      location.pathname === path.split('?')[0] &&
      h1 !== undefined &&
      (title === null || h1 === title) &&
      isPart &&
      isSettled()
    )
  }

  return {
    /** Leads to a screen without loading the page again; false if it does not come. */
    async open(path: string, title: string | null, part: Part): Promise<boolean> {
      if (location.pathname + location.search !== path) history.pushState(null, '', path)
      return until(() => isShown(path, title, part))
    },

    links: () =>
      [...document.querySelectorAll('main a[href]')].map((link) => link.getAttribute('href') ?? ''),

    /** The names of what opens a panel or menu in the content. */
    openers: () =>
      [...document.querySelectorAll<HTMLElement>('main [aria-haspopup]')]
        .filter((element) => !element.closest('[inert]') && isSeen(element))
        .filter((element) => element.ariaDisabled !== 'true')
        .map(nameOf),

    has: (name: string) => until(() => controlNamed(name) !== undefined),
    /** The address once it is below a path. */
    async pathBelow(path: string): Promise<string> {
      await until(() => location.pathname.startsWith(path) && isSettled())
      return location.pathname
    },

    async press(name: string): Promise<boolean> {
      const isThere = await this.has(name)
      // A panel opens at its button: out of view only code could press it.
      controlNamed(name)?.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
      await frame()
      controlNamed(name)?.click()
      return isThere
    },

    async fill(name: string, value: string): Promise<boolean> {
      const field = () =>
        controlsNamed(name).find((element) => 'value' in element && element.tagName !== 'BUTTON')
      await until(() => field() !== undefined)
      const element = field()
      if (!element) return false
      // A field that is set by its own setter goes unnoticed by the library that draws it.
      const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element), 'value') ?? {}
      element.focus()
      set?.call(element, value)
      element.dispatchEvent(new Event(element.tagName === 'SELECT' ? 'change' : 'input', { bubbles: true }))
      return true
    },

    /** Resolves once a panel or dialog is open, or none is. */
    isOpen: (open: boolean) =>
      until(
        () =>
          (open ? scope().textContent !== '' && scope() !== document : scope() === document) && isSettled(),
      ),

    /** A call of the signed-in user beside the page. */
    async call(path: string, body: object): Promise<{ resource: Record<string, unknown> }> {
      const { token } = JSON.parse(localStorage.getItem('auth') ?? '{}').state.auth
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const response = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })
      return response.json()
    },
  }
}
