import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { Button, type ButtonVariant } from './button.tsx'
import { Icon } from './icon.tsx'
import css from './menu.module.css'
import { useItemKeys } from './menu-keys.ts'
import { Popover, usePopover } from './popover.tsx'

export type MenuItem = {
  label: string
  onSelect: () => void
  isDangerous?: boolean
  /** Disabled items stay focusable. */
  isDisabled?: boolean
  /** Explains why the item is disabled. */
  onRefused?: () => void
  /** Attributes of the element. */
  attributes?: Readonly<Record<`data-${string}`, string | true | undefined>>
  /** Shortcut of the item outside the menu. */
  keys?: string
  /** Separates the item with a line above it. */
  isApart?: boolean
}

type Props = { label: string; items: readonly MenuItem[]; variant?: ButtonVariant; children: ReactNode }

/** A button with a menu of actions. `label` names both, because `children` may be an icon. */
export function Menu({ label, items, variant = 'plain', children }: Props) {
  const opensAtEnd = useRef(false)
  const menu = usePopover({
    onOpen(panel) {
      focusItem(panel, opensAtEnd.current ? -1 : 0)
      opensAtEnd.current = false
    },
  })

  function openByArrow(event: KeyboardEvent<HTMLElement>) {
    if (menu.isShown() || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return
    event.preventDefault()
    opensAtEnd.current = event.key === 'ArrowUp'
    event.currentTarget.click()
  }

  return (
    <>
      <Button
        {...menu.trigger}
        variant={variant}
        aria-haspopup="menu"
        aria-label={label}
        onKeyDown={openByArrow}
      >
        {children}
      </Button>
      <Popover popover={menu} label={label} role="menu">
        <MenuItems items={items} onClose={menu.close} />
      </Popover>
    </>
  )
}

type ItemsProps = { items: readonly MenuItem[]; onClose: () => void }

/** Items of an open menu, with keyboard navigation. */
export function MenuItems({ items, onClose }: ItemsProps) {
  const moveFocus = useItemKeys()

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    // Closing returns the focus to the button, from which Tab continues.
    if (event.key === 'Tab') return onClose()
    moveFocus(event, itemsIn(event.currentTarget))
  }

  function select({ isDisabled, onRefused, onSelect }: MenuItem) {
    if (isDisabled) return onRefused?.()
    // Close first, so that a dialog opened by the action returns the focus to the button.
    onClose()
    onSelect()
  }

  return (
    <div role="none" className={css.items} onKeyDown={onKeyDown}>
      {items.map((item) => (
        <button
          {...item.attributes}
          key={item.label}
          type="button"
          role="menuitem"
          tabIndex={-1}
          className={css.item}
          data-dangerous={item.isDangerous || undefined}
          data-apart={item.isApart || undefined}
          aria-disabled={item.isDisabled || undefined}
          aria-keyshortcuts={item.keys}
          onClick={() => select(item)}
        >
          {item.label}
          {item.keys && (
            <span className={css.keys} aria-hidden="true">
              {item.keys}
            </span>
          )}
        </button>
      ))}
    </div>
  )
}

const itemsIn = (element: HTMLElement) => [...element.querySelectorAll<HTMLElement>('[role=menuitem]')]

export function focusItem(panel: HTMLElement, index: number): void {
  itemsIn(panel).at(index)?.focus()
}

type SplitButtonProps = {
  variant?: ButtonVariant
  menuLabel: string
  items: readonly MenuItem[]
  /** The button of the same variant. */
  children: ReactNode
}

/** A button with a menu of its variants at its end. */
export function SplitButton({ variant = 'plain', menuLabel, items, children }: SplitButtonProps) {
  return (
    <div className={css.split} data-variant={variant}>
      {children}
      <Menu label={menuLabel} items={items} variant={variant}>
        <Icon name="open" size={14} />
      </Menu>
    </div>
  )
}
