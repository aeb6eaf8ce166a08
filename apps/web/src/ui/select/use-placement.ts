import { type RefObject, useLayoutEffect } from 'react'
import { followLayout } from '../follow-layout.ts'
import { placeList } from './placement.ts'

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
