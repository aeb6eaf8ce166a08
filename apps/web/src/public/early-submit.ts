/*
 * Stands in the head of every public page, which can be filled in before its code is there. What is sent then is sent
 * again once somebody listens. Imports nothing, see ../head.ts.
 */

declare global {
  interface Window {
    /** The button that sent a form too early, unless something else was done since; asking for it ends the watch. */
    takeSender?: () => HTMLButtonElement | undefined
  }
}

let sender: HTMLButtonElement | undefined
const watch = new AbortController()

function keep(button?: HTMLButtonElement): void {
  delete sender?.dataset.busy
  sender = button
  if (button) button.dataset.busy = 'true'
}

addEventListener(
  'click',
  ({ target }) => {
    // A link leads away by itself.
    const pressed = target instanceof Element && target.closest('a, button[type=submit]')
    if (pressed) keep(pressed instanceof HTMLButtonElement ? pressed : undefined)
  },
  { signal: watch.signal },
)
addEventListener('input', () => keep(), { signal: watch.signal })

window.takeSender = () => {
  const button = sender
  watch.abort()
  keep()
  return button
}

export {}
