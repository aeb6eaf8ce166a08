import { useMemo } from 'react'
import { CopyButton } from './copy-button.tsx'
import { drawingOf } from './modules.ts'
import { inGroups, otpauthAddress } from './otpauth.ts'
import css from './set-up-steps.module.css'

type Props = {
  /** Who it is for, as the app shows it: the e-mail. */
  account: string
  /** In base32, as the provider gave it. Kept nowhere but on this screen. */
  secret: string
}

/** What to do in an authenticator app, up to the code that the field below asks for. */
export function SetUpSteps({ account, secret }: Props) {
  const { side, path } = useMemo(() => drawingOf(otpauthAddress(account, secret)), [account, secret])
  return (
    <ol className={css.steps}>
      <li>Open an authenticator app on your phone, and add an account to it.</li>
      <li>
        Scan this code, or type the key.
        <div className={css.ways}>
          <svg
            className={css.code}
            viewBox={`0 0 ${side} ${side}`}
            shapeRendering="crispEdges"
            role="img"
            aria-label="QR code for the authenticator app. It holds the key that stands beside it as text."
          >
            {/* Black on white in both themes: cameras read nothing else for sure. */}
            <rect width={side} height={side} fill="#fff" />
            <path d={path} fill="#000" />
          </svg>
          <div className={css.key}>
            <span className={css.label}>Key</span>
            <code className={css.secret}>{inGroups(secret)}</code>
            <CopyButton text={secret} what="key" />
          </div>
        </div>
      </li>
      <li>Enter the code of 6 digits that the app shows.</li>
    </ol>
  )
}
