const NOWHERE = { top: 0, left: 0, width: 0, height: 0 }

/**
 * Calls `onMove` now and whenever the element has moved or the window has changed. Compares in every frame, because a
 * change elsewhere in the layout moves an element without any event. Returns a function that stops it.
 */
export function followLayout(find: () => Element | null, onMove: () => void): () => void {
  let last = ''
  let frame = 0
  const check = () => {
    const { top, left, width, height } = find()?.getBoundingClientRect() ?? NOWHERE
    const { innerWidth, innerHeight, visualViewport: seen } = window
    const view = [innerWidth, innerHeight, seen?.height, seen?.offsetTop]
    const now = [top, left, width, height, ...view].join()
    if (now !== last) onMove()
    last = now
    frame = requestAnimationFrame(check)
  }
  check()
  return () => cancelAnimationFrame(frame)
}
