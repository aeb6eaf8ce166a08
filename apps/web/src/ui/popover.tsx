import {
  type FocusEvent,
  type ReactNode,
  type RefObject,
  type ToggleEvent,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { followLayout } from './follow-layout.ts'
import css from './popover.module.css'

type Options = {
  /** Moves the focus into the open panel; by default to the panel itself. */
  onOpen?: (panel: HTMLElement) => void
  /** Receives the focus of the closed panel; by default the button. */
  returnTo?: RefObject<HTMLElement | null>
}

export type PopoverState = ReturnType<typeof usePopover>

/** State of a popover, and the props that connect its button (`trigger`) to its panel. */
export function usePopover({ onOpen = (panel) => panel.focus(), returnTo }: Options = {}) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  const origin = returnTo ?? button

  useEffect(() => {
    if (!isOpen) return
    const opener = () => button.current
    return followLayout(opener, () => place(panel.current, opener()))
  }, [isOpen])

  function onBeforeToggle({ newState }: ToggleEvent) {
    if (newState !== 'open') return
    place(panel.current, button.current)
    setOpen(true)
  }

  function onToggle({ newState }: ToggleEvent) {
    setOpen(newState === 'open')
    if (newState === 'open') {
      // The event fires after the panel is shown, when a key may already have moved the focus into it.
      if (panel.current && !panel.current.contains(document.activeElement)) onOpen(panel.current)
      return
    }
    // Safari does not focus a clicked button, so it cannot return the focus to it.
    const { activeElement } = document
    if (activeElement === document.body || panel.current?.contains(activeElement)) origin.current?.focus()
  }

  /** Closes the panel when Tab leaves it; the button closes it itself. */
  function onBlur({ relatedTarget: next }: FocusEvent) {
    if (next instanceof Node && next !== button.current && !panel.current?.contains(next))
      panel.current?.hidePopover()
  }

  return {
    isOpen,
    /** Current state in the browser; its event arrives later. */
    isShown: () => panel.current?.matches(':popover-open') ?? false,
    trigger: { ref: button, popoverTarget: id, 'aria-expanded': isOpen },
    panel: { ref: panel, id, popover: 'auto', tabIndex: -1, onBeforeToggle, onToggle, onBlur },
    open: () => panel.current?.showPopover(),
    focus: () => panel.current?.focus(),
    close() {
      panel.current?.hidePopover()
      origin.current?.focus()
    },
  } as const
}

type Props = {
  popover: PopoverState
  label: string
  role?: 'dialog' | 'menu'
  width?: 'narrow' | 'calendar' | 'wide'
  /** Mounted while the popover is open. */
  children: ReactNode
}

/**
 * A panel in the top layer at its button. The browser closes it on Escape and on a press outside, and returns the
 * focus to the button.
 */
export function Popover({ popover, label, role = 'dialog', width = 'narrow', children }: Props) {
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles support it
    <div {...popover.panel} role={role} aria-label={label} className={css.panel} data-width={width}>
      {popover.isOpen && children}
    </div>
  )
}

/** Places the panel at its button, without covering the sidebar or leaving the window. */
function place(panel: HTMLElement | null, button: HTMLElement | null): void {
  if (!panel || !button) return
  // Known before the panel is shown.
  const width = Number.parseFloat(getComputedStyle(panel).width)
  const { clientWidth, clientHeight } = document.documentElement
  const contentLeft = button.closest('main')?.getBoundingClientRect().left ?? 0
  const view = { width: clientWidth, height: clientHeight, contentLeft }
  const { left, top, bottom, space } = placePanel(button.getBoundingClientRect(), width, view)
  panel.style.left = `${left}px`
  panel.style.top = top === null ? 'auto' : `${top}px`
  panel.style.bottom = bottom === null ? 'auto' : `${bottom}px`
  panel.style.setProperty('--popover-space', `${space}px`)
}

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
 * Place of a panel, in pixels of the window. It is below its button, or above if there is not enough space. It starts
 * at the button's left edge, or ends at the right one if the window is too narrow for that.
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
