import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

// The test DOM has neither layout nor a top layer. Attributes record open popovers, in the order of the browser's
// events. Focus, layers and positions are tested in real browsers (e2e).
configure({ asyncUtilTimeout: 20_000 })
afterEach(cleanup)

class TestToggleEvent extends Event {
  readonly oldState: string
  readonly newState: string
  constructor(type: string, { oldState = '', newState = '' }: ToggleEventInit = {}) {
    super(type)
    this.oldState = oldState
    this.newState = newState
  }
}

function toggle(panel: HTMLElement, newState: 'open' | 'closed'): void {
  const isOpen = panel.hasAttribute('data-popover-open')
  if (isOpen === (newState === 'open')) return
  const states = { oldState: isOpen ? 'open' : 'closed', newState }
  panel.dispatchEvent(new TestToggleEvent('beforetoggle', states))
  panel.toggleAttribute('data-popover-open', newState === 'open')
  // Later, as in browsers, because the panel's content is rendered first.
  queueMicrotask(() => panel.dispatchEvent(new TestToggleEvent('toggle', states)))
}

const matches = Element.prototype.matches

function toggleByButton({ target }: Event): void {
  const id =
    target instanceof Element && target.closest('button[popovertarget]')?.getAttribute('popovertarget')
  const panel = id ? document.getElementById(id) : null
  if (panel) toggle(panel, panel.hasAttribute('data-popover-open') ? 'closed' : 'open')
}

Object.assign(HTMLElement.prototype, {
  showPopover(this: HTMLElement) {
    toggle(this, 'open')
  },
  hidePopover(this: HTMLElement) {
    toggle(this, 'closed')
  },
  matches(this: HTMLElement, selector: string) {
    return matches.call(this, selector.replaceAll(':popover-open', '[data-popover-open]'))
  },
})
// Missing in this DOM. Without it the form library takes every select for one that the user has changed.
Object.assign(HTMLSelectElement.prototype, { size: 0 })
document.addEventListener('click', toggleByButton)
