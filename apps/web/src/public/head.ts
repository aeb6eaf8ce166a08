/*
 * Stands in the head of every public page, which can be filled in before its code is there. A button that is pressed
 * then is pressed again once somebody listens. Imports nothing, see ../head.ts.
 */

declare global {
  interface Window {
    /** The button that was pressed last, unless something was changed since; asking for it ends the watch. */
    takePressed?: () => HTMLButtonElement | undefined
  }
}

let pressed: HTMLButtonElement | undefined
const watch = new AbortController()

function keep(button: HTMLButtonElement | null): void {
  delete pressed?.dataset.busy
  pressed = button ?? undefined
  if (pressed) pressed.dataset.busy = 'true'
}

addEventListener(
  'click',
  ({ target }) => {
    const button = target instanceof Element ? target.closest('button') : null
    if (button) keep(button)
  },
  { signal: watch.signal },
)
addEventListener('input', () => keep(null), { signal: watch.signal })

window.takePressed = () => {
  const button = pressed
  watch.abort()
  keep(null)
  return button
}

export {}
