import { MAX_HEIGHT_PX } from './defaults.ts'

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
 * Place of an open list, in pixels of the view: below if there is space for its full height or more space than above,
 * otherwise above. Its height is the space minus 40, at most 300.
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
