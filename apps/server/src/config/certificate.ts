import { readFileSync } from 'node:fs'

const PARAMETERS = ['sslrootcert', 'sslcert', 'sslkey']

/** A sentence about a certificate file of a database's URL that can't be read; undefined without one. */
export function unreadableCertificate(connectionString: string): string | undefined {
  const parameters = new URLSearchParams(/\?(.*)$/.exec(connectionString)?.[1])
  for (const name of PARAMETERS) {
    const file = parameters.get(name)
    if (file && !isReadable(file)) return `the file ${file} of ${name} can't be read.`
  }
  return undefined
}

function isReadable(file: string): boolean {
  try {
    readFileSync(file)
    return true
  } catch {
    return false
  }
}

const UNKNOWN_AUTHORITY = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
])

/** Node's message about a certificate of an unknown authority suggests an option of Node, not the URL. */
export function explainCertificate(error: unknown, { host, port }: { host: string; port: number }): unknown {
  if (!(error instanceof Error && 'code' in error && UNKNOWN_AUTHORITY.has(String(error.code)))) return error
  const message = `The certificate of the database at ${host}:${port} is self-signed or of an unknown authority: add sslrootcert=FILE to the URL, the file of its authority.`
  return Object.assign(new Error(message), { code: error.code })
}
