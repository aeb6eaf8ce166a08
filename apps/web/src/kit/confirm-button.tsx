import { type ReactNode, useState } from 'react'
import { errorMessage } from '../net/api-error.ts'
import { Button, type ButtonVariant } from '../ui/button.tsx'
import { Confirm, type ConfirmProps } from './confirm.tsx'

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

/** A button whose action is confirmed first. */
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
        onClick={onClick ?? ask}
      >
        {children}
      </Button>
      {isOpen && (
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
