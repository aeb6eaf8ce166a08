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
