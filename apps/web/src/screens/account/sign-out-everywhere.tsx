import { ConfirmButton } from '../../kit/confirm-button.tsx'
import { useAction } from '../../kit/use-action.ts'
import { errorMessage } from '../../net/api-error.ts'
import { signOutEverywhere } from '../../session/sign-out.ts'

export function SignOutEverywhere() {
  const leave = useAction(signOutEverywhere, { inDialog: true })
  return (
    <ConfirmButton
      title="Sign out everywhere?"
      message="Every browser you are signed in with is signed out, this one too. What is not saved there is lost."
      yes="Sign out everywhere"
      no="Stay signed in"
      busy={leave.isPending}
      problem={leave.error ? errorMessage(leave.error) : undefined}
      onAsk={leave.reset}
      onYes={() => leave.mutate()}
    >
      Sign out everywhere
    </ConfirmButton>
  )
}
