import encodeQR from 'qr'
import { useMemo } from 'react'
import { Button } from '../../ui/button.tsx'
import { useCopy } from '../use-copy.ts'
import css from './set-up-steps.module.css'

const ISSUER = 'Backoffice'

/** White modules that readers need around a code. */
const QUIET_ZONE = 4

type Props = {
  /** The e-mail, shown by the app. */
  account: string
  /** In base32, as the provider sent it; not stored. */
  secret: string
}

/** The steps in an authenticator app, up to the code that the field below asks for. */
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
            aria-label="QR code for the authenticator app. It holds the key that stands beside it as text."
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
      <li>Enter the code of 6 digits that the app shows.</li>
    </ol>
  )
}

/**
 * The Key URI Format of authenticator apps; six digits every 30 seconds are its defaults. `secret` in base32. Contains
 * the secret: only for the QR code, never a link and never stored.
 */
export function otpauthUri(account: string, secret: string): string {
  const label = `${ISSUER}:${encodeURIComponent(account)}`
  return `otpauth://totp/${label}?secret=${encodeURIComponent(secret)}&issuer=${ISSUER}`
}

/** In groups of four, which are easier to type. */
export function inGroups(secret: string): string {
  return secret.match(/.{1,4}/gu)?.join(' ') ?? ''
}

export type QrCode = {
  /** Modules per side, with the quiet zone. */
  side: number
  /** The dark modules as an SVG path, one unit per module. */
  path: string
}

/** Adjacent dark modules of a row are one rectangle, so that no hairline shows between them. */
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
