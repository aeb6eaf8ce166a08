import { lazy, type ReactNode, Suspense, useState } from 'react'
import { errorMessage } from '../net/api-error.ts'
import { Button, type ButtonVariant } from '../ui/button.tsx'
import type { ConfirmProps } from './confirm.tsx'
import { toastFailed } from './toast.ts'

const load = () => import('./confirm.tsx').then(({ Confirm }) => ({ default: Confirm }))
const Confirm = lazy(load)

type Props = Pick<ConfirmProps, 'title' | 'words' | 'yes' | 'no' | 'busy' | 'problem'> & {
  children: ReactNode
  variant?: ButtonVariant
  onYes: () => void
  /** The question comes up: what was refused before is no longer of interest. */
  onAsk?: () => void
  /** Set by a gate. */
  'aria-disabled'?: boolean
  onClick?: (event: React.MouseEvent) => void
}

/** A button that asks before it does. The dialog is fetched on the way to it, and mounted closed first,
 * without which it would not give the focus back. */
export function ConfirmButton({
  children,
  variant = 'danger',
  onYes,
  onAsk,
  onClick,
  'aria-disabled': denied,
  ...dialog
}: Props) {
  const [mounted, setMounted] = useState(false)
  const [open, setOpen] = useState(false)
  const near = () => {
    load().then(
      () => setMounted(true),
      () => undefined,
    )
  }
  // A dialog that cannot be fetched is told here: it must not take the screen along.
  const ask = () =>
    load().then(
      () => {
        setMounted(true)
        onAsk?.()
        setOpen(true)
      },
      (error: unknown) => toastFailed(errorMessage(error)),
    )
  return (
    <>
      <Button
        variant={variant}
        aria-disabled={denied}
        onPointerEnter={near}
        onFocus={near}
        onClick={(event) => (onClick ? onClick(event) : void ask())}
      >
        {children}
      </Button>
      {mounted && (
        <Suspense>
          <Confirm {...dialog} open={open} onNo={() => setOpen(false)} onYes={onYes} />
        </Suspense>
      )}
    </>
  )
}
