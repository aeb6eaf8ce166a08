import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { MeasuredRow } from '../bench/targets.ts'
import type { FileResult } from './test/report.ts'

const FOLDER = join(import.meta.dirname, '../.data/measured')

/** `note`: parts of the value, and the scale of the run. */
export type Measurement = { value: number; note: string; at: string }

/** Stores a figure for `npm run report`, in the unit of its row. The next run replaces it. */
export function recordMeasured(row: MeasuredRow, value: number, note = ''): void {
  if (!Number.isFinite(value)) return
  const measured: Measurement = { value, note, at: new Date().toISOString() }
  mkdirSync(FOLDER, { recursive: true })
  writeFileSync(join(FOLDER, `${row}.json`), `${JSON.stringify(measured, null, 2)}\n`)
}

/** Undefined if not measured on this machine. */
export function readMeasured(row: string): Measurement | undefined {
  return read<Measurement>(`${row}.json`)
}

const TESTS = 'tests.json'

/** Stores the results of test files by their paths. Results of files that did not run stay. */
export function recordTests(results: ReadonlyMap<string, FileResult>): void {
  mkdirSync(FOLDER, { recursive: true })
  const all = { ...read<Record<string, FileResult>>(TESTS), ...Object.fromEntries(results) }
  writeFileSync(join(FOLDER, TESTS), `${JSON.stringify(all, null, 2)}\n`)
}

export function readTests(): Readonly<Record<string, FileResult>> {
  return read<Record<string, FileResult>>(TESTS) ?? {}
}

function read<Content>(file: string): Content | undefined {
  const path = join(FOLDER, file)
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined
}
