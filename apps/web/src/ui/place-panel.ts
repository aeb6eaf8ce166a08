const GAP_PX = 4
const MARGIN_PX = 8
/** Enough space for a menu. */
const ENOUGH_PX = 300

type Button = { top: number; bottom: number; left: number; right: number }
/** Size of the window, and the left edge of its content, next to the sidebar. */
type View = { width: number; height: number; contentLeft: number }

type Placement = {
  left: number
  /** Distance of the panel's upper edge from the top of the window, or of its lower edge from the bottom. */
  top: number | null
  bottom: number | null
  /** Space for its height. */
  space: number
}

/**
 * Place of a panel, in pixels of the window: below its button, or above if there is not enough space. It starts at the
 * button's left edge, or ends at the right one if the window is too narrow for that.
 */
export function placePanel(button: Button, width: number, view: View): Placement {
  const below = view.height - button.bottom
  const isBelow = below >= Math.min(button.top, ENOUGH_PX)
  const end = view.width - MARGIN_PX
  const starts = button.left + width <= end
  const left = starts ? button.left : Math.min(button.right, end) - width
  return {
    left: Math.max(left, view.contentLeft + MARGIN_PX),
    top: isBelow ? button.bottom + GAP_PX : null,
    bottom: isBelow ? null : view.height - button.top + GAP_PX,
    space: (isBelow ? below : button.top) - GAP_PX - MARGIN_PX,
  }
}
