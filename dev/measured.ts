import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { MeasuredRow } from '../bench/targets.ts'
import type { FileResult } from './test/summary.ts'

const FOLDER = join(import.meta.dirname, '../.data/measured')

/** `note`: what the value is made of, and the scale of the run. */
export type Measured = { value: number; note: string; at: string }

/** Leaves a figure for `npm run report`, in the unit of its row. The next run replaces it. */
export function recordMeasured(row: MeasuredRow, value: number, note = ''): void {
  if (!Number.isFinite(value)) return
  const measured: Measured = { value, note, at: new Date().toISOString() }
  mkdirSync(FOLDER, { recursive: true })
  writeFileSync(join(FOLDER, `${row}.json`), `${JSON.stringify(measured, null, 2)}\n`)
}

/** Undefined: not measured on this machine. */
export function readMeasured(row: string): Measured | undefined {
  return read<Measured>(`${row}.json`)
}

const TESTS = 'tests.json'

/** Leaves the results of files of tests, by their paths. Those of files that did not run stay. */
export function recordTests(results: ReadonlyMap<string, FileResult>): void {
  mkdirSync(FOLDER, { recursive: true })
  const all = { ...read<Record<string, FileResult>>(TESTS), ...Object.fromEntries(results) }
  writeFileSync(join(FOLDER, TESTS), `${JSON.stringify(all, null, 2)}\n`)
}

export function readTests(): Readonly<Record<string, FileResult>> {
  return read<Record<string, FileResult>>(TESTS) ?? {}
}

/** The content of a file that this module wrote. */
function read<Content>(file: string): Content | undefined {
  const path = join(FOLDER, file)
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined
}
