import { useState } from 'react'
import { FormError } from '../../kit/form/form-error.ts'
import { openDialog } from '../../kit/lazy/open-dialog.tsx'
import type { Interruption } from '../../net/interruptions.ts'
import { isRecentSignInOver, RECENT_SIGN_IN_OVER } from '../../session/messages.ts'
import { useUser } from '../../session/store.ts'
import { sharePending } from '../../session/token-refresh.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import css from './confirm-identity.module.css'
import { type CodeStep, codeSource, SecondStepForm, VerifyPasswordForm } from './confirmation-forms.tsx'
import { confirmIdentity, endRecentSignIn, type RecentStep, submitRecentCode } from './recent-sign-in.ts'

const TITLE = 'Confirm it’s you'

/** The call is repeated unchanged, because the server knows the confirmed session. */
export const obtainConfirmation: Interruption = async () => ((await askForConfirmation()) ? {} : null)

/** Calls that are refused at the same time share one dialog. False if the user cancels. */
const askForConfirmation = sharePending(() =>
  openDialog<boolean>((settle) => <ConfirmIdentity onSettled={settle} />),
)

type View = { step: 'password'; lost?: string } | { step: 'code'; code: CodeStep }

/** Signs in next to the session, with the password and then the second step of the account. */
function ConfirmIdentity({ onSettled }: { onSettled: (isConfirmed: boolean) => void }) {
  const { email } = useUser()
  const [shown, setShown] = useState<View>({ step: 'password' })

  function cancel() {
    endRecentSignIn()
    onSettled(false)
  }

  async function onStep(step: RecentStep) {
    if (step === 'signed-in') return onSettled(await confirmIdentity())
    if (typeof step === 'object' && 'authenticatorSecret' in step)
      throw new FormError('This account needs an authenticator. Set it up on your account screen first.')
    setShown({ step: 'code', code: step })
  }

  async function submitCode(code: string): Promise<RecentStep | undefined> {
    try {
      return await submitRecentCode(code)
    } catch (error) {
      if (!isRecentSignInOver(error)) throw error
      setShown({ step: 'password', lost: RECENT_SIGN_IN_OVER })
      return undefined
    }
  }

  return (
    <Dialog role="alertdialog" label={TITLE} onClose={cancel}>
      <div className={css.inside}>
        <h2>{TITLE}</h2>
        {shown.step === 'password' ? (
          <VerifyPasswordForm aria-label={TITLE} onStep={onStep} onCancel={cancel}>
            {shown.lost && (
              <Notice tone="bad" live>
                {shown.lost}
              </Notice>
            )}
            <p>
              This action needs a recent confirmation. Enter the password of {email} to continue. Nothing that
              you entered is lost.
            </p>
          </VerifyPasswordForm>
        ) : (
          <SecondStepForm
            submitLabel="Continue"
            onCode={submitCode}
            onResult={async (step) => step && onStep(step)}
            onCancel={cancel}
          >
            <p>Enter a code to continue: {codeSource(shown.code)}</p>
          </SecondStepForm>
        )}
      </div>
    </Dialog>
  )
}
