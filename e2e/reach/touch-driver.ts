import type { reachInPage } from './in-page.ts'

/** Opens screens, panels and dialogs. Runs in the page from its source, so only its argument exists. */
export function touchDriver(basics: ReturnType<typeof reachInPage>['basics']) {
  const { scope, isSeen, target, nameOf, isSettled, until, frame } = basics

  const controlsNamed = (name: string) =>
    [
      ...scope().querySelectorAll<HTMLElement>(
        `a, button, summary, input, select, textarea, [role="option"]`,
      ),
    ].filter(
      (element) => !element.closest('[inert]') && isSeen(target(element)) && nameOf(element).startsWith(name),
    )
  /** The control with this name, else the first whose name begins with it. */
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
    /** Opens a screen without a reload; false if it does not appear. */
    async open(path: string, title: string | null, part: Part): Promise<boolean> {
      if (location.pathname + location.search !== path) history.pushState(null, '', path)
      return until(() => isShown(path, title, part))
    },

    links: () =>
      [...document.querySelectorAll('main a[href]')].map((link) => link.getAttribute('href') ?? ''),

    /** Names of the controls that open a panel or menu in the content. */
    openers: () =>
      [...document.querySelectorAll<HTMLElement>('main [aria-haspopup]')]
        .filter((element) => !element.closest('[inert]') && isSeen(element))
        .filter((element) => element.ariaDisabled !== 'true')
        .map(nameOf),

    has: (name: string) => until(() => controlNamed(name) !== undefined),
    /** Waits until the address is below a path, and returns it. */
    async pathBelow(path: string): Promise<string> {
      await until(() => location.pathname.startsWith(path) && isSettled())
      return location.pathname
    },

    async press(name: string): Promise<boolean> {
      const isThere = await this.has(name)
      // A user cannot press a button out of view.
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
      // React overrides the element's own setter and would not notice the change.
      const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element), 'value') ?? {}
      element.focus()
      set?.call(element, value)
      element.dispatchEvent(new Event(element.tagName === 'SELECT' ? 'change' : 'input', { bubbles: true }))
      return true
    },

    /** Resolves once a panel or dialog is open, or all are closed. */
    isOpen: (open: boolean) =>
      until(
        () =>
          (open ? scope().textContent !== '' && scope() !== document : scope() === document) && isSettled(),
      ),

    async call(path: string, body: object): Promise<{ resource: Record<string, unknown> }> {
      const { token } = JSON.parse(localStorage.getItem('auth') ?? '{}').state.auth
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const response = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })
      return response.json()
    },
  }
}
