import type { ComponentProps, ReactNode } from 'react'
import css from './button.module.css'

export type ButtonVariant = 'primary' | 'plain' | 'quiet' | 'danger'

type Props = ComponentProps<'button'> & {
  variant?: ButtonVariant
  /** Its action is running. It keeps the focus and ignores further clicks. */
  busy?: boolean
  icon?: ReactNode
}

export function Button({ variant = 'plain', busy = false, icon, children, onClick, ...rest }: Props) {
  return (
    <button
      type="button"
      {...rest}
      className={css.button}
      data-variant={variant}
      data-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled'] || undefined}
      onClick={(event) => (busy ? event.preventDefault() : onClick?.(event))}
    >
      {busy ? (
        <span className={css.spinner} data-for-icon={icon ? true : undefined} aria-hidden="true" />
      ) : (
        icon
      )}
      {children}
    </button>
  )
}

/** Attributes of a link that looks like a button. */
export function buttonVariant(variant: ButtonVariant): {
  className: string | undefined
  'data-variant': string
} {
  return { className: css.button, 'data-variant': variant }
}
