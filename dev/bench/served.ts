import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Driver } from '../kill/driver.ts'
import { freePort } from '../ports.ts'
import { NODE_ARGUMENTS, NODE_ENVIRONMENT } from '../start/memory-settings.ts'
import { REQUEST } from './input-file.ts'

const root = join(import.meta.dirname, '../..')

/** The product as it is served, on the benchmark's database: a web process and some workers. */
export type Served = {
  desk: Driver
  address: string
  /** The web process, then the workers. */
  pids: number[]
  /** Bytes that all our processes hold in memory now; null where the system does not tell. */
  memory(): number | null
  stop(): Promise<void>
}

type Options = { databaseUrl: string; ownerUrl: string; dataDir: string; workers: number }

export async function serve({ databaseUrl, ownerUrl, dataDir, workers }: Options): Promise<Served> {
  const port = await freePort(0, '127.0.0.1')
  const env = {
    ...process.env,
    ...NODE_ENVIRONMENT,
    DATABASE_URL: databaseUrl,
    DATABASE_OWNER_URL: ownerUrl,
    DATA_DIR: dataDir,
    PORT: String(port),
    LOG_LEVEL: 'warn',
    RATE_LIMIT_PER_MINUTE: '1000000',
  }
  const entries = ['main.ts', ...Array.from({ length: workers }, () => 'worker.ts')]
  const children = entries.map((entry) =>
    spawn(process.execPath, [...NODE_ARGUMENTS, join('apps/server/src', entry)], {
      cwd: root,
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    }),
  )
  const stop = async () => {
    for (const child of children) child.kill('SIGTERM')
    await Promise.all(
      children.map((child) => child.exitCode ?? new Promise((resolve) => child.once('exit', resolve))),
    )
  }
  const address = `http://127.0.0.1:${port}`
  for (let tries = 0; ; tries++) {
    const isReady = await fetch(`${address}/health/ready`).then(
      (reply) => reply.ok,
      () => false,
    )
    if (isReady) break
    if (tries > 1_200) {
      await stop()
      throw new Error('the server did not become ready')
    }
    await sleep(100)
  }
  const desk = new Driver(address)
  await desk.signIn('agent@backoffice.test')
  return {
    desk,
    address,
    pids: children.map(({ pid = 0 }) => pid),
    memory: () => residentBytes(children),
    stop,
  }
}

function residentBytes(children: readonly ChildProcess[]): number | null {
  let pages = 0
  for (const { pid } of children) {
    try {
      pages += Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1])
    } catch {
      return null
    }
  }
  return pages * 4096
}

export type ServedRun = {
  rows: number
  /** From the last byte of the upload to the summary of the dry run. */
  dryRunMs: number
  /** From pressing the button to the result. */
  confirmMs: number
  /** The highest that was seen above what the processes held before. */
  memoryOverIdle: number | null
  /** Downloads it. */
  result: () => Promise<Buffer>
}

/** Bytes that `work` takes above what the processes held before, at most; null where the system does not tell. */
export async function watchMemory<Result>(
  served: Served,
  work: () => Promise<Result>,
): Promise<{ result: Result; overIdle: number | null }> {
  await sleep(500)
  const idle = served.memory()
  let peak = idle
  const watching = setInterval(() => {
    const now = served.memory()
    if (now !== null && peak !== null && now > peak) peak = now
  }, 20)
  try {
    const result = await work()
    return { result, overIdle: peak === null || idle === null ? null : peak - idle }
  } finally {
    clearInterval(watching)
  }
}

/** One file through the product, watched. */
export async function runServed(served: Served, content: Buffer, rows: number): Promise<ServedRun> {
  const { desk } = served
  const { result, overIdle } = await watchMemory(served, async () => {
    let arrived = 0
    const filekey = await desk.upload(content, () => {
      arrived = Date.now()
    })
    const dry = await desk.until(filekey, (file) => file.validated_at !== null, 120_000)
    const pressed = Date.now()
    await desk.call('/smac_inquiry', {
      mode: 'FILE',
      source_filekey: filekey,
      purpose: 'OTHER',
      ticket_no: 'OPS-1',
      date_from: REQUEST.dateFrom,
      date_to: REQUEST.dateTo,
      duplicate_reason: 'measured again',
    })
    const done = await desk.until(filekey, (file) => file.finished_at !== null, 300_000)
    return {
      rows,
      dryRunMs: Date.parse(dry.validated_at ?? '') - arrived,
      confirmMs: Date.parse(done.finished_at ?? '') - pressed,
      result: () => desk.download(filekey, 'result'),
    }
  })
  return { ...result, memoryOverIdle: overIdle }
}

/** Milliseconds of each list call of another user, one after another while the job runs. Sorted. */
export async function listLatencies(
  list: () => Promise<unknown>,
  until: Promise<unknown>,
): Promise<number[]> {
  const took: number[] = []
  let isOver = false
  const end = () => {
    isOver = true
  }
  until.then(end, end)
  while (!isOver) {
    const began = performance.now()
    await list()
    took.push(performance.now() - began)
    await sleep(10)
  }
  return took.sort((a, b) => a - b)
}
