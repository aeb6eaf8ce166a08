import { ConfirmButton } from '../../kit/feedback/confirm-button.tsx'
import { useWrite } from '../../kit/form/use-write.ts'
import { signOutEverywhere } from '../../session/sign-out.ts'

export function SignOutEverywhere() {
  const leave = useWrite({ run: signOutEverywhere, showsError: true })
  return (
    <ConfirmButton
      title="Sign out everywhere?"
      message="You will be signed out of every browser, including this one. Unsaved changes will be lost."
      yes="Sign out everywhere"
      write={leave}
    >
      Sign out everywhere
    </ConfirmButton>
  )
}
