/*
 * Inlined into the head of every public page. A prerendered form can be submitted before React has hydrated it. The
 * submit button is then recorded and clicked again after hydration. Imports nothing, see ../page-start.ts.
 */

declare global {
  interface Window {
    /** The submit button clicked before hydration, unless the user did something else since. Stops recording. */
    takeSubmitter?: () => HTMLButtonElement | undefined
  }
}

let submitter: HTMLButtonElement | undefined
const watch = new AbortController()

function setSubmitter(button?: HTMLButtonElement): void {
  delete submitter?.dataset.busy
  submitter = button
  if (button) button.dataset.busy = 'true'
}

addEventListener(
  'click',
  ({ target }) => {
    // Links navigate without script.
    const pressed = target instanceof Element && target.closest('a, button[type=submit]')
    if (pressed) setSubmitter(pressed instanceof HTMLButtonElement ? pressed : undefined)
  },
  { signal: watch.signal },
)
addEventListener('input', () => setSubmitter(), { signal: watch.signal })

window.takeSubmitter = () => {
  const button = submitter
  watch.abort()
  setSubmitter()
  return button
}

export {}
