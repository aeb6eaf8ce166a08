import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { connectClient } from '../../apps/server/src/db/client.ts'
import type { RowRange, WrittenChunk } from '../../apps/server/src/inquiry-file/result-chunks.ts'
import { assembleResult } from '../../apps/server/src/inquiry-file/result-chunks.ts'
import { writeResultRows } from '../../apps/server/src/inquiry-file/result-rows.ts'
import { validateInquiryFile } from '../../apps/server/src/inquiry-file/validate-inquiry-file.ts'
import { AS_OF } from '../database.ts'
import { REQUEST } from './input-file.ts'

/** `engine-process.ts URL`: runs the commands of its parent on the database. */
export type Command =
  | { do: 'validate'; filekey: string; input: string }
  | { do: 'writeChunk'; filekey: string; chunk: RowRange; output: string }
  | { do: 'assemble'; chunks: (WrittenChunk & { path: string })[]; output: string }
export type Reply = { written?: WrittenChunk; error?: string }

const READ_BYTES = 64 * 1024
/** Block size of the embedded storage. */
const CHUNK_READ_BYTES = 256 * 1024
const client = await connectClient(process.argv[2] ?? '', { asApplication: true })

/** Writes as the embedded storage does, but like psql without waiting for the disk. */
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

async function validate(filekey: string, input: string): Promise<WrittenChunk> {
  const source = createReadStream(input, { highWaterMark: READ_BYTES })
  const openReport = (name: string) => {
    const file = createWriteStream(`${input}.${name}`)
    return {
      write: (bytes: Uint8Array) => new Promise<void>((resolve) => file.write(bytes, () => resolve())),
      end: () => new Promise<void>((resolve) => file.end(resolve)),
      discard: () => void file.destroy(),
    }
  }
  const read = await validateInquiryFile({ client, filekey, source, today: AS_OF, openReport })
  if (read.outcome === 'rejected') throw new Error(read.detail)
  return read
}

async function execute(command: Command): Promise<WrittenChunk> {
  if (command.do === 'validate') return inTransaction(() => validate(command.filekey, command.input))
  if (command.do === 'writeChunk') {
    const { filekey, chunk, output } = command
    const write = (lines: AsyncIterable<Uint8Array>) => store(output, lines)
    return inTransaction(() => writeResultRows({ client, filekey, asOf: AS_OF, ...chunk, ...REQUEST, write }))
  }
  const read = (path: string) => createReadStream(path, { highWaterMark: CHUNK_READ_BYTES })
  const chunks = command.chunks.map((chunk) => ({ ...chunk, open: () => read(chunk.path) }))
  return store(command.output, assembleResult(chunks))
}

process.on('message', (command: Command) => {
  execute(command).then(
    ({ bytes, sha256 }) => process.send?.({ written: { bytes, sha256 } }),
    (error: Error) => process.send?.({ error: error.stack ?? error.message }),
  )
})
process.on('disconnect', () => process.exit())
process.send?.({})
