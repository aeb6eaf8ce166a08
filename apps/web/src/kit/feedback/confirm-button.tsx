import { type ReactNode, useState } from 'react'
import { Button, type ButtonVariant } from '../../ui/button.tsx'
import { Confirm, type ConfirmProps } from './confirm.tsx'

type Props = Pick<ConfirmProps, 'title' | 'message' | 'yes' | 'no'> & {
  children: ReactNode
  variant?: ButtonVariant
  /** The confirmed write; the dialog shows its error. */
  write: { isPending: boolean; error?: unknown; run: () => void; reset: () => void }
  /** Set by `PermissionGate`, like the props below. */
  'data-permission'?: string | undefined
  'data-denied'?: true | undefined
  'aria-disabled'?: boolean | undefined
  onClick?: (event: React.MouseEvent) => void
}

/** A button that confirms its action first. The dialog closes once the write has succeeded. */
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
  const [isSent, setSent] = useState(false)
  if (isSent && !isPending) {
    setSent(false)
    if (error === undefined) setOpen(false)
  }
  function open() {
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
        onClick={onClick ?? open}
      >
        {children}
      </Button>
      {isOpen && (
        <Confirm
          {...dialog}
          busy={isPending}
          error={error}
          onYes={() => {
            setSent(true)
            run()
          }}
          onNo={() => setOpen(false)}
        />
      )}
    </>
  )
}
