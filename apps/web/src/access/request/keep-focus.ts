/** Covers the load of a screen. */
const WITHIN_MS = 10_000

/** Moves the focus to the heading if the screen that opens replaces the control that had it. */
export function keepFocus(): void {
  const check = () => {
    if (document.activeElement === document.body) document.querySelector('h1')?.focus()
  }
  const observer = new MutationObserver(check)
  const stop = () => observer.disconnect()
  observer.observe(document.body, { childList: true, subtree: true })
  addEventListener('pointerdown', stop, { once: true })
  setTimeout(stop, WITHIN_MS)
  check()
}
