import { execFileSync } from 'node:child_process'
import { createHash, createPublicKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** In PEM. `fingerprint`: SHA-256 of its public key in base64, for Chromium to trust it. */
export type Certificate = { key: string; certificate: string; fingerprint: string }

/** A certificate for 127.0.0.1 that is valid for a day. `folder` gets its files. Needs openssl. */
export function makeCertificate(folder: string): Certificate {
  const [keyFile, certificateFile] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  const name = '-subj /CN=127.0.0.1 -addext subjectAltName=IP:127.0.0.1 -days 1'
  const kind = '-x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes'
  const args = `req ${kind} ${name}`.split(' ')
  execFileSync('openssl', [...args, '-keyout', keyFile, '-out', certificateFile], { stdio: 'ignore' })
  const certificate = readFileSync(certificateFile, 'utf8')
  const publicKey = createPublicKey(certificate).export({ type: 'spki', format: 'der' })
  const fingerprint = createHash('sha256').update(publicKey).digest('base64')
  return { key: readFileSync(keyFile, 'utf8'), certificate, fingerprint }
}
