import { type ReactNode, useState } from 'react'
import { errorMessage } from '../net/api-error.ts'
import { Button, type ButtonVariant } from '../ui/button.tsx'
import type { ConfirmProps } from './confirm.tsx'
import { toastFailed } from './toast.ts'
import { useLazyModule } from './use-lazy-module.ts'

const load = async () => (await import('./confirm.tsx')).Confirm
const prefetch = () => void load().catch(() => undefined)

type Props = Pick<ConfirmProps, 'title' | 'message' | 'yes' | 'no'> & {
  children: ReactNode
  variant?: ButtonVariant
  /** Whose error the dialog shows. */
  write: { isPending: boolean; error?: unknown; run: () => void; reset: () => void }
  /** Set by a gate. */
  'data-permission'?: string | undefined
  'data-denied'?: true | undefined
  'aria-disabled'?: boolean | undefined
  onClick?: (event: React.MouseEvent) => void
}

/** A button whose action is confirmed first. The dialog is fetched when the pointer or the focus reaches the button. */
export function ConfirmButton({
  children,
  variant = 'danger',
  write: { isPending, error, run, reset },
  onClick,
  'data-permission': permission,
  'data-denied': isDenied,
  'aria-disabled': isDisabled,
  ...dialog
}: Props) {
  const [isOpen, setOpen] = useState(false)
  const Confirm = useLazyModule(load, isOpen, (error) => {
    setOpen(false)
    toastFailed(errorMessage(error))
  })
  function ask() {
    reset()
    setOpen(true)
  }
  return (
    <>
      <Button
        variant={variant}
        data-permission={permission}
        data-denied={isDenied}
        aria-disabled={isDisabled}
        onPointerEnter={prefetch}
        onFocus={prefetch}
        onClick={onClick ?? ask}
      >
        {children}
      </Button>
      {isOpen && Confirm && (
        <Confirm
          {...dialog}
          busy={isPending}
          problem={error === undefined ? undefined : errorMessage(error)}
          onYes={() => run()}
          onNo={() => setOpen(false)}
        />
      )}
    </>
  )
}
