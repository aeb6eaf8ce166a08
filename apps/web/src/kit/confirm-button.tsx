import { type ReactNode, useState } from 'react'
import { errorMessage } from '../net/api-error.ts'
import { Button, type ButtonVariant } from '../ui/button.tsx'
import type { ConfirmProps } from './confirm.tsx'
import { toastFailed } from './toast.ts'
import { useLazyModule } from './use-lazy-module.ts'

const load = async () => (await import('./confirm.tsx')).Confirm
const prefetch = () => void load().catch(() => undefined)

type Props = Omit<ConfirmProps, 'onNo'> & {
  children: ReactNode
  variant?: ButtonVariant
  /** Called when the dialog opens, to reset an earlier `problem`. */
  onAsk?: () => void
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
  onAsk,
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
    onAsk?.()
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
      {isOpen && Confirm && <Confirm {...dialog} onNo={() => setOpen(false)} />}
    </>
  )
}
