const ISSUER = 'Backoffice'

/**
 * What an authenticator app reads from the picture, after the Key URI Format: six digits every 30 seconds are its
 * defaults. `secret` in base32. Holds the secret: for the picture only, never to be navigated to or kept.
 */
export function otpauthAddress(account: string, secret: string): string {
  const label = `${ISSUER}:${encodeURIComponent(account)}`
  return `otpauth://totp/${label}?secret=${encodeURIComponent(secret)}&issuer=${ISSUER}`
}

/** In groups of four, as it is easier to type. */
export function inGroups(secret: string): string {
  return secret.match(/.{1,4}/gu)?.join(' ') ?? ''
}
