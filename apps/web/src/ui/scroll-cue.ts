/**
 * Ref of an element that scrolls horizontally. Marks it with `data-cut` while it hides columns at its right, which then
 * fade out (base.css).
 */
export function scrollCue(element: HTMLElement | null): (() => void) | undefined {
  if (!element) return undefined
  const update = () => {
    const hiddenPx = element.scrollWidth - element.clientWidth - element.scrollLeft
    element.toggleAttribute('data-cut', hiddenPx > 1)
  }
  const sizes = new ResizeObserver(update)
  sizes.observe(element)
  if (element.firstElementChild) sizes.observe(element.firstElementChild)
  element.addEventListener('scroll', update, { passive: true })
  return () => {
    sizes.disconnect()
    element.removeEventListener('scroll', update)
  }
}
