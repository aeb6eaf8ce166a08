import type { ReactNode } from 'react'
import type { ButtonVariant } from './button.tsx'
import { Icon } from './icon.tsx'
import { Menu, type MenuItem } from './menu.tsx'
import css from './split-button.module.css'

type Props = {
  variant?: ButtonVariant
  menuLabel: string
  items: readonly MenuItem[]
  /** The button of the same variant. */
  children: ReactNode
}

/** A button with a menu of its variants at its end. */
export function SplitButton({ variant = 'plain', menuLabel, items, children }: Props) {
  return (
    <div className={css.split} data-variant={variant}>
      {children}
      <Menu label={menuLabel} items={items} variant={variant}>
        <Icon name="open" size={14} />
      </Menu>
    </div>
  )
}
