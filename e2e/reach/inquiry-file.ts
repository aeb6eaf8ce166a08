import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { aFile, asUpload } from '../tests/card-files.ts'

export function writeInquiryFile(folder: string): string {
  mkdirSync(folder, { recursive: true })
  const { name, buffer } = asUpload(aFile(3, { invalid: true }), 'reach')
  const path = join(folder, name)
  writeFileSync(path, buffer)
  return path
}
