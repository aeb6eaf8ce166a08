import { ConfirmButton } from '../../kit/confirm-button.tsx'
import { useWrite } from '../../kit/use-write.ts'
import { signOutEverywhere } from '../../session/sign-out.ts'

export function SignOutEverywhere() {
  const leave = useWrite({ run: signOutEverywhere, showsError: true })
  return (
    <ConfirmButton
      title="Sign out everywhere?"
      message="Every browser you are signed in with is signed out, this one too. What is not saved there is lost."
      yes="Sign out everywhere"
      no="Stay signed in"
      write={leave}
    >
      Sign out everywhere
    </ConfirmButton>
  )
}
