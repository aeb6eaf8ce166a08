import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { INQUIRY_LAYOUT } from '@backoffice/contract/columns'
import type { ClientBase } from 'pg'
import { writeHashed } from '../../apps/server/src/adapters/storage/local-files.ts'
import { connectClient } from '../../apps/server/src/db/client.ts'
import { validateInquiryFile } from '../../apps/server/src/files/check/validate-inquiry-file.ts'
import { COMMA } from '../../apps/server/src/files/csv/bytes.ts'
import { convertColumns } from '../../apps/server/src/files/match/convert-columns.ts'
import { cellFormats } from '../../apps/server/src/files/prepare-copy.ts'
import { assembleResult, planChunks } from '../../apps/server/src/files/result/result-chunks.ts'
import { readWorkingDays, writeResultRows } from '../../apps/server/src/files/result/result-rows.ts'
import { openWorkbook } from '../../apps/server/src/files/xlsx/read/read-workbook.ts'
import { workbookOf } from '../../apps/server/src/files/xlsx/write/workbook.ts'
import { NODE_ARGUMENTS } from '../../dev/start/options.ts'
import { AS_OF } from '../database.ts'
import { REQUEST } from '../main-job/input-file.ts'
import { MATCHING } from './foreign-files.ts'

/** Dry run of an inquiry from a file, its result as CSV, and that CSV as a workbook. */
export type Step =
  | { do: 'own' | 'foreign' | 'sheet'; filekey: string; input: string }
  | { do: 'result'; filekey: string; rows: number; output: string }
  | { do: 'workbook'; input: string; output: string }

/** `outcome`: counts of a dry run, or hash of a written file. `megabytes`: peak over idle since the first step. */
export type StepFigures = { ms: number; megabytes: number; stallMs: number; outcome: string }

/** Runs the steps one after the other in one new process like a worker. */
export async function runSteps(url: string, steps: readonly Step[]): Promise<StepFigures[]> {
  const child = fork(import.meta.filename, [url, JSON.stringify(steps)], { execArgv: NODE_ARGUMENTS })
  const figures: StepFigures[] = []
  child.on('message', (each: StepFigures) => figures.push(each))
  const [code] = await once(child, 'exit')
  if (code !== 0 || figures.length < steps.length) throw new Error('A step failed')
  return figures
}

/** Block sizes of uploads and of the embedded storage. */
const [UPLOAD_BYTES, STORED_BYTES] = [64 * 1024, 1024 * 1024]

/** Limits for converted files. */
const LIMITS = { maxBytes: 200 * 1024 * 1024 }

async function dryRun(client: ClientBase, filekey: string, source: AsyncIterable<Uint8Array>) {
  const openReport = () => ({ write: async () => {}, end: async () => {}, discard: () => {} })
  const read = await validateInquiryFile({
    ...{ client, filekey, run: null, source, today: AS_OF, limits: LIMITS, openReport },
  })
  if (read.outcome === 'rejected') throw new Error(read.detail)
  const { total, valid } = read
  return `${valid} of ${total} rows valid`
}

const blocksOf = (path: string, highWaterMark: number) => createReadStream(path, { highWaterMark })

async function store(path: string, content: AsyncIterable<Uint8Array>) {
  const file = await open(path, 'w')
  try {
    return await writeHashed(file, content)
  } finally {
    await file.close()
  }
}

async function writeResult(client: ClientBase, { filekey, rows, output }: Step & { do: 'result' }) {
  const chunks = []
  const days = await readWorkingDays(client, AS_OF)
  for (const [index, range] of planChunks(rows).entries()) {
    const path = `${output}.chunk-${index}`
    const write = (lines: AsyncIterable<Uint8Array>) => store(path, lines)
    const chunk = await writeResultRows({
      ...{ client, filekey, run: null, days, asOf: AS_OF, ...range, ...REQUEST, write },
    })
    chunks.push({ ...chunk, open: () => blocksOf(path, STORED_BYTES) })
  }
  return (await store(output, assembleResult(chunks))).sha256
}

async function run(client: ClientBase, step: Step): Promise<string> {
  if (step.do === 'result') return writeResult(client, step)
  if (step.do === 'workbook') {
    const kindOf = cellFormats({ kind: 'inquiry', category: INQUIRY_LAYOUT.category }, 'result')
    return (await store(step.output, workbookOf(blocksOf(step.input, STORED_BYTES), kindOf))).sha256
  }
  const { filekey, input } = step
  if (step.do === 'own') return dryRun(client, filekey, blocksOf(input, UPLOAD_BYTES))
  if (step.do === 'foreign') {
    const csv = blocksOf(input, UPLOAD_BYTES)
    return dryRun(client, filekey, convertColumns(csv, MATCHING, INQUIRY_LAYOUT))
  }
  const workbook = await openWorkbook(input)
  try {
    const { bytes } = workbook.readSheet(0)
    const matching = { ...MATCHING, formats: {}, delimiter: COMMA }
    return await dryRun(client, filekey, convertColumns(bytes, matching, INQUIRY_LAYOUT))
  } finally {
    await workbook.close()
  }
}

/** The process: sends the figures of each step to its parent. */
async function serve(url: string, steps: readonly Step[]): Promise<void> {
  const client = await connectClient(url, { asApplication: true })
  await sleep(200)
  const idle = process.memoryUsage.rss()
  for (const step of steps) {
    const delay = monitorEventLoopDelay({ resolution: 1 })
    delay.enable()
    const start = performance.now()
    await client.query('BEGIN')
    const outcome = await run(client, step)
    await client.query('COMMIT')
    const ms = performance.now() - start
    await sleep(2)
    delay.disable()
    const megabytes = process.resourceUsage().maxRSS / 1024 - idle / 1024 ** 2
    process.send?.({ ms, megabytes, stallMs: delay.max / 1e6, outcome } satisfies StepFigures)
  }
  await client.end()
  process.disconnect()
}

if (import.meta.main) await serve(process.argv[2] ?? '', JSON.parse(process.argv[3] ?? '[]'))
