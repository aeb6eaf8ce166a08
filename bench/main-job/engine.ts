import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, createReadStream, openSync, writeSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { writeHashed } from '../../apps/server/src/adapters/storage/local-files.ts'
import { connectClient } from '../../apps/server/src/db/client.ts'
import { validateInquiryFile } from '../../apps/server/src/files/check/validate-inquiry-file.ts'
import {
  assembleResult,
  type RowRange,
  type WrittenChunk,
} from '../../apps/server/src/files/result/result-chunks.ts'
import { readWorkingDays, writeResultRows } from '../../apps/server/src/files/result/result-rows.ts'
import { AS_OF } from '../database.ts'
import { REQUEST } from './input-file.ts'

type StoredChunk = WrittenChunk & { path: string }
type Command =
  | { do: 'validate'; filekey: string; input: string }
  | { do: 'writeChunk'; filekey: string; chunk: RowRange; output: string }
  | { do: 'assemble'; chunks: StoredChunk[]; output: string }
type Reply = { written?: WrittenChunk; error?: string }

/** Block sizes of uploads and of the embedded storage. */
const [UPLOAD_BYTES, CHUNK_BYTES] = [64 * 1024, 1024 * 1024]

/** The engine without its queue, in a separate process like a worker. */
export class Engine {
  readonly #child: ChildProcess

  constructor(url: string) {
    this.#child = fork(import.meta.filename, [url])
  }

  async run(command: Command): Promise<WrittenChunk> {
    const replied = once(this.#child, 'message')
    this.#child.send(command)
    const [reply]: Reply[] = await replied
    if (!reply?.written) throw new Error(reply?.error ?? 'The engine sent no reply')
    return reply.written
  }

  stop(): void {
    this.#child.disconnect()
  }
}

/** Writes the result file of validated rows. Each free engine takes the next chunk. */
export async function writeResult(
  engines: readonly [Engine, ...Engine[]],
  filekey: string,
  chunks: readonly RowRange[],
  output: string,
): Promise<void> {
  const waiting = chunks.entries()
  const written: StoredChunk[] = []
  const work = async (engine: Engine) => {
    for (const [index, chunk] of waiting) {
      const path = `${output}.chunk-${index}`
      written[index] = { ...(await engine.run({ do: 'writeChunk', filekey, chunk, output: path })), path }
    }
  }
  await Promise.all(engines.map(work))
  await engines[0].run({ do: 'assemble', chunks: written, output })
}

/** The engine's process: runs the commands of its parent on the database. */
async function serve(url: string): Promise<void> {
  const client = await connectClient(url, { asApplication: true })
  const execute = async (command: Command): Promise<WrittenChunk> => {
    if (command.do === 'assemble') {
      const read = (path: string) => createReadStream(path, { highWaterMark: CHUNK_BYTES })
      return store(
        command.output,
        assembleResult(command.chunks.map((each) => ({ ...each, open: () => read(each.path) }))),
      )
    }
    const { filekey } = command
    await client.query('BEGIN')
    const written =
      command.do === 'validate' ? await validate(filekey, command.input) : await writeChunk(command)
    await client.query('COMMIT')
    return written
  }
  const validate = async (filekey: string, input: string) => {
    const source = createReadStream(input, { highWaterMark: UPLOAD_BYTES })
    const openReport = (name: string) => {
      const file = openSync(`${input}.${name}`, 'w')
      const close = () => closeSync(file)
      const write = async (bytes: Uint8Array) => void writeSync(file, bytes)
      return { write, end: async () => close(), discard: close }
    }
    const read = await validateInquiryFile({
      ...{ client, filekey, run: null, source, today: AS_OF, openReport },
    })
    if (read.outcome === 'rejected') throw new Error(read.detail)
    return read
  }
  const writeChunk = async ({ filekey, chunk, output }: Command & { do: 'writeChunk' }) =>
    writeResultRows({
      ...{ client, filekey, run: null, days: await readWorkingDays(client, AS_OF) },
      ...{ asOf: AS_OF, ...chunk, ...REQUEST },
      write: (lines) => store(output, lines),
    })
  process.on('message', (command: Command) => {
    execute(command).then(
      ({ bytes, sha256 }) => process.send?.({ written: { bytes, sha256 } }),
      (error: Error) => process.send?.({ error: error.stack ?? error.message }),
    )
  })
  process.on('disconnect', () => process.exit())
}

/** Writes as the embedded storage does, but like psql without waiting for the disk. */
async function store(path: string, content: AsyncIterable<Uint8Array>): Promise<WrittenChunk> {
  const file = await open(path, 'w')
  try {
    return await writeHashed(file, content)
  } finally {
    await file.close()
  }
}

if (import.meta.main) await serve(process.argv[2] ?? '')
