import { type KeyObject, verify } from 'node:crypto'
import { fingerprintOf } from '../../adapters/evidence-key.ts'
import { readCell } from '../../files/csv/guarded-cell.ts'

/** First cells of the records. An overturned decision follows its item. */
export const EVIDENCE_RECORDS = { review: 'Review', item: 'Item', overturned: 'Overturned' } as const

/** The last record. Digits only, so that its cells need no guard against formulas. */
export function signatureLine(fingerprint: string, signature: Buffer): string {
  return `Signature,Ed25519,${fingerprint},${signature.toString('hex')}\n`
}

const SIGNATURE = /^Signature,Ed25519,([0-9a-f]{16}),([0-9a-f]{128})\n$/

type Verification =
  | { isValid: true; fingerprint: string; facts: readonly (readonly [string, string])[]; items: number }
  | { isValid: false; why: string }

/** Verifies the signature over all bytes before the last record. */
export function verifyEvidence(file: Buffer, publicKey: KeyObject): Verification {
  // The last record has no line break within.
  const start = file.lastIndexOf('\n', file.length - 2) + 1
  const [, signedWith, signature = ''] = SIGNATURE.exec(file.toString('latin1', start)) ?? []
  if (signedWith === undefined)
    return invalid('its last line is not a signature. Verify the file as it was downloaded')
  const fingerprint = fingerprintOf(publicKey)
  if (signedWith !== fingerprint)
    return invalid(`it was signed with another key, ${signedWith}. This key is ${fingerprint}`)
  const signed = file.subarray(0, start)
  if (!verify(null, signed, publicKey, Buffer.from(signature, 'hex')))
    return invalid('its contents were changed after it was signed')
  const records = recordsOf(signed.toString())
  const facts = records
    .filter(([record]) => record === EVIDENCE_RECORDS.review)
    .map(([, name = '', value = '']) => [name, value] as const)
  const items = records.filter(([record]) => record === EVIDENCE_RECORDS.item).length
  return { isValid: true, fingerprint, facts, items }
}

const invalid = (why: string) => ({ isValid: false, why }) as const

/** A cell, quoted or not, and what ends it. */
const CELL = /(?:"((?:[^"]|"")*)"|([^",\n]*))(,|\n)/g

/** Cells of a CSV that `csvLine` wrote. */
function recordsOf(text: string): string[][] {
  const records: string[][] = [[]]
  for (const [, quoted, plain = '', end] of text.matchAll(CELL)) {
    records.at(-1)?.push(readCell(quoted === undefined ? plain : quoted.replaceAll('""', '"')))
    if (end === '\n') records.push([])
  }
  return records.slice(0, -1)
}
