import encodeQR from 'qr'
import { useMemo } from 'react'
import { useCopy } from '../../kit/feedback/use-copy.ts'
import {
  codeMessage,
  fallbackMessage,
  fieldOf,
  isChallengeExpired,
  isRecentSignInOver,
  RECENT_SIGN_IN_OVER,
  toError,
} from '../../session/messages.ts'
import { Button } from '../../ui/button.tsx'
import css from './set-up-steps.module.css'

const ISSUER = 'Backoffice'

/** Width of the required white border around a code, in modules. */
const QUIET_ZONE = 4

type Props = {
  /** The email, shown in the app. */
  account: string
  /** The provider's secret in base32; not stored. */
  secret: string
}

/** Steps in an authenticator app, up to the code for the field below. */
export function SetUpSteps({ account, secret }: Props) {
  const { side, path } = useMemo(() => qrCode(otpauthUri(account, secret)), [account, secret])
  const { copy, status } = useCopy(secret)
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
            aria-label="QR code for the authenticator app. It contains the key shown next to it."
          >
            {/* Black on white in both themes, because cameras misread other colours. */}
            <rect width={side} height={side} fill="#fff" />
            <path d={path} fill="#000" />
          </svg>
          <div className={css.key}>
            <span className={css.label}>Key</span>
            <code className={css.secret}>{inGroups(secret)}</code>
            <div className={css.copy}>
              <Button onClick={copy}>Copy key</Button>
              <span role="status" className={css.status}>
                {status}
              </span>
            </div>
          </div>
        </div>
      </li>
      <li>Enter the 6-digit code that the app shows.</li>
    </ol>
  )
}

/**
 * URI in the Key URI Format of authenticator apps; six digits every 30 seconds are its defaults. `secret` in base32.
 * The URI contains the secret: use it only for the QR code, never as a link, and never store it.
 */
export function otpauthUri(account: string, secret: string): string {
  const label = `${ISSUER}:${encodeURIComponent(account)}`
  return `otpauth://totp/${label}?secret=${encodeURIComponent(secret)}&issuer=${ISSUER}`
}

/** Groups of four characters, which are easier to type. */
export function inGroups(secret: string): string {
  return secret.match(/.{1,4}/gu)?.join(' ') ?? ''
}

export type QrCode = {
  /** Modules per side, with the quiet zone. */
  side: number
  /** The dark modules as an SVG path, one unit per module. */
  path: string
}

/** Draws adjacent dark modules of a row as one rectangle, to avoid hairlines. */
export function qrCode(text: string): QrCode {
  const rows = encodeQR(text, 'raw', { border: QUIET_ZONE })
  const path = rows.flatMap((row, y) => runs(row).map(({ x, width }) => `M${x} ${y}h${width}v1h-${width}z`))
  return { side: rows.length, path: path.join('') }
}

function runs(row: readonly boolean[]): { x: number; width: number }[] {
  const found: { x: number; width: number }[] = []
  row.forEach((isDark, x) => {
    const last = found.at(-1)
    if (!isDark) return
    if (last && last.x + last.width === x) last.width += 1
    else found.push({ x, width: 1 })
  })
  return found
}

/** Thrown for an unconfirmed secret that has expired or was replaced by a newer one. */
const SECRET_EXPIRED = 'SoftwareTokenMFANotFoundException'

/** Message for an error while a new authenticator is confirmed with a code. */
export function setUpMessage(error: unknown): string {
  if (toError(error).name === SECRET_EXPIRED) return 'This key has expired. Start again with a new key.'
  return codeMessage(error)
}

/** True if the set-up must start over. */
export function isSetUpExpired(error: unknown): boolean {
  return toError(error).name === SECRET_EXPIRED || isChallengeExpired(error)
}

/** Message for an error while the signed-in user's authenticator is read or confirmed. */
export function authenticatorMessage(error: unknown): string {
  const { name, message } = toError(error)
  if (message.startsWith('Software Token MFA has not been enabled'))
    return 'This system does not use authenticators.'
  if (isRecentSignInOver(error)) return RECENT_SIGN_IN_OVER
  if (name === SECRET_EXPIRED || fieldOf(error) === 'code') return setUpMessage(error)
  return fallbackMessage(error, 'That did not work.')
}

export function removalMessage(error: unknown): string {
  if (toError(error).name === 'InvalidParameterException')
    return 'This system requires a second step for all users, so an authenticator can’t be removed. Replace it instead.'
  return authenticatorMessage(error)
}
