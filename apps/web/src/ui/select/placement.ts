import { type RefObject, useLayoutEffect } from 'react'
import { followLayout } from '../follow-layout.ts'
import { MAX_HEIGHT_PX } from './select-props.ts'

const GAP_PX = 4
const MARGIN_PX = 8
const KEEP_FREE_PX = 40
const MIN_WIDTH_PX = 240

type Anchor = { top: number; bottom: number; left: number; width: number }
type View = { top: number; bottom: number; width: number }

type Placement = {
  /** The list's edge next to its anchor, in pixels from the top of the view. */
  edge: number
  direction: 'below' | 'above'
  maxHeight: number
  left: number
  width: number
}

/**
 * Place of an open list, in pixels of the view. It is below if there is space for its full height or more space than
 * above, otherwise above. Its height is the space minus 40, at most 300.
 */
export function placeList(anchor: Anchor, view: View): Placement {
  const below = view.bottom - anchor.bottom
  const above = anchor.top - view.top
  const direction = below > MAX_HEIGHT_PX || below > above ? 'below' : 'above'
  const space = direction === 'below' ? below : above
  const width = Math.min(Math.max(anchor.width, MIN_WIDTH_PX), view.width - 2 * MARGIN_PX)
  return {
    direction,
    edge: direction === 'below' ? anchor.bottom + GAP_PX : anchor.top - GAP_PX,
    // At least one row, even without space.
    maxHeight: Math.max(Math.min(space - KEEP_FREE_PX, MAX_HEIGHT_PX), KEEP_FREE_PX),
    left: Math.max(MARGIN_PX, Math.min(anchor.left, view.width - width - MARGIN_PX)),
    width,
  }
}

/**
 * Keeps an open list at its anchor. The list is in the top layer, where no scrolling panel or dialog clips it, so this
 * moves it with the anchor, and hides it while the anchor is out of view.
 */
export function usePlacement(
  open: boolean,
  anchor: RefObject<HTMLElement | null>,
  popup: RefObject<HTMLElement | null>,
): void {
  useLayoutEffect(() => {
    const box = anchor.current
    const list = popup.current
    if (!open || !box || !list) return
    // Not supported before Firefox 125, where the list is a plain fixed box.
    list.showPopover?.()
    const place = () => {
      const seen = window.visualViewport
      const top = seen?.offsetTop ?? 0
      const width = document.documentElement.clientWidth
      const view = { top, bottom: top + (seen?.height ?? window.innerHeight), width }
      const { edge, direction, maxHeight, left, width: wide } = placeList(box.getBoundingClientRect(), view)
      list.dataset.direction = direction
      list.style.left = `${left}px`
      list.style.width = `${wide}px`
      list.style.top = direction === 'below' ? `${edge}px` : 'auto'
      list.style.bottom = direction === 'below' ? 'auto' : `${window.innerHeight - edge}px`
      list.style.setProperty('--select-height', `${maxHeight}px`)
    }
    const stop = followLayout(() => box, place)
    // A busy page reports several frames at once, the latest last.
    const away = new IntersectionObserver((entries) => {
      list.style.visibility = entries.at(-1)?.isIntersecting === false ? 'hidden' : ''
    })
    away.observe(box)
    return () => {
      list.hidePopover?.()
      stop()
      away.disconnect()
    }
  }, [open, anchor, popup])
}
