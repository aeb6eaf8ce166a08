import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

// Demo cards with a fixed status.
export const ACTIVE = '9990000000000011'
export const BLOCKED = '9990000000000029'
const BAD_CHECK_DIGIT = '9990000000000012'
const HEADER = 'card_number,date_from,date_to,reference_no'

/** A Luhn-valid card of the demo's range, usually unknown. */
export const aCard = (index: number) =>
  withCheckDigit(`999${String(700_000_000_000 + index).padStart(12, '0')}`)

export function withCheckDigit(digits: string): string {
  let sum = 0
  for (let at = 0; at < digits.length; at += 1) {
    const digit = Number(digits[digits.length - 1 - at])
    const doubled = at % 2 === 0 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return `${digits}${(10 - (sum % 10)) % 10}`
}

/** A date before today, because ranges end in the past. */
export function daysAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
}

type Extras = { invalid?: boolean; duplicate?: boolean; undated?: boolean }

export function aFile(rows: number, { invalid, duplicate, undated }: Extras = {}): string {
  const range = `${daysAgo(20)},${daysAgo(2)}`
  const lines = Array.from({ length: rows }, (_, row) => {
    const card = row === 0 ? ACTIVE : row === 1 ? BLOCKED : aCard(row)
    return `${card},${range},R-${row + 1}`
  })
  if (invalid) lines.push(`${BAD_CHECK_DIGIT},${range},R-bad`)
  if (duplicate) lines.push(`${ACTIVE},${range},R-again`)
  if (undated) lines.push(`${aCard(rows + 1)},,,R-undated`)
  return [HEADER, ...lines, ''].join('\r\n')
}

let made = 0

/** The payload of a file input with a unique name and content, so that it is not a duplicate. */
export function asUpload(text: string, name = 'cards') {
  made += 1
  const unique = `${name}-${Date.now().toString(36)}-${made}`
  return {
    name: `${unique}.csv`,
    mimeType: 'text/csv',
    buffer: Buffer.from(text.replace('R-1\r', `${unique}\r`)),
  }
}

export function writeInquiryFile(folder: string): string {
  mkdirSync(folder, { recursive: true })
  const { name, buffer } = asUpload(aFile(3, { invalid: true }), 'reach')
  const path = join(folder, name)
  writeFileSync(path, buffer)
  return path
}
