import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Client } from 'pg'
import { answerChunk, type WrittenChunk } from '../../apps/server/src/inquiry-file/answer-chunk.ts'
import { assembleResult } from '../../apps/server/src/inquiry-file/assemble-result.ts'
import type { RowRange } from '../../apps/server/src/inquiry-file/plan-chunks.ts'
import { validateInquiryFile } from '../../apps/server/src/inquiry-file/validate-inquiry-file.ts'
import { AS_OF } from './database.ts'
import { REQUEST } from './input-file.ts'

/** The engine in a process of its own, as a worker has it; told what to do by the bench. */

export type Command =
  | { do: 'validate'; filekey: string; input: string }
  | { do: 'answer'; filekey: string; chunk: RowRange; output: string }
  | { do: 'assemble'; chunks: (WrittenChunk & { path: string })[]; output: string }
  | { do: 'memory' }
export type Reply = { written?: WrittenChunk; total?: number; rssPeak?: number; error?: string }

const READ_BYTES = 64 * 1024
/** As the embedded storage reads. */
const CHUNK_READ_BYTES = 256 * 1024
const url = process.argv[2] ?? ''
const client = new Client({ connectionString: url, options: '-c role=backoffice_app' })
await client.connect()

/** As the embedded storage writes, without waiting for the disk: psql does not either. */
async function store(path: string, source: AsyncIterable<Uint8Array>): Promise<WrittenChunk> {
  const hash = createHash('sha256')
  let bytes = 0
  const file = await open(path, 'w')
  try {
    for await (const block of source) {
      hash.update(block)
      bytes += block.length
      await file.writeFile(block)
    }
  } finally {
    await file.close()
  }
  return { bytes, sha256: hash.digest('hex') }
}

async function inTransaction<T>(work: () => Promise<T>): Promise<T> {
  await client.query('BEGIN')
  const result = await work()
  await client.query('COMMIT')
  return result
}

async function execute(order: Command): Promise<Reply> {
  if (order.do === 'validate') {
    const read = await inTransaction(() =>
      validateInquiryFile({
        client,
        filekey: order.filekey,
        source: createReadStream(order.input, { highWaterMark: READ_BYTES }),
        today: AS_OF,
        openReport: (name) => {
          const file = createWriteStream(`${order.input}.${name}`)
          return {
            write: (bytes) => new Promise((resolve) => file.write(bytes, () => resolve())),
            end: () => new Promise((resolve) => file.end(resolve)),
            discard: () => void file.destroy(),
          }
        },
      }),
    )
    if (read.outcome === 'rejected') throw new Error(read.detail)
    return { total: read.total }
  }
  if (order.do === 'answer') {
    const { filekey, chunk, output } = order
    const write = (lines: AsyncIterable<Uint8Array>) => store(output, lines)
    const input = { client, filekey, asOf: AS_OF, ...chunk, ...REQUEST, write }
    return { written: await inTransaction(() => answerChunk(input)) }
  }
  if (order.do === 'assemble') {
    const read = (path: string) => createReadStream(path, { highWaterMark: CHUNK_READ_BYTES })
    const chunks = order.chunks.map((chunk) => ({ ...chunk, open: () => read(chunk.path) }))
    return { written: await store(order.output, assembleResult(chunks)) }
  }
  return { rssPeak: process.resourceUsage().maxRSS * 1024 }
}

process.on('message', (order: Command) => {
  execute(order).then(
    (reply) => process.send?.(reply),
    (error: Error) => process.send?.({ error: error.stack ?? error.message }),
  )
})
process.on('disconnect', () => process.exit())
process.send?.({})
