import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { RowRange, WrittenChunk } from '../../apps/server/src/inquiry-file/result-chunks.ts'
import type { Command, Reply } from './engine-process.ts'

/** The engine without its queue, in a separate process like a worker. */
export class Engine {
  readonly #child: ChildProcess

  private constructor(child: ChildProcess) {
    this.#child = child
  }

  static async start(url: string): Promise<Engine> {
    const child = fork(join(import.meta.dirname, 'engine-process.ts'), [url])
    await once(child, 'message')
    return new Engine(child)
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

/** Writes the result file of validated rows: each free engine takes the next chunk. */
export async function writeResult(
  engines: readonly [Engine, ...Engine[]],
  filekey: string,
  chunks: readonly RowRange[],
  output: string,
): Promise<void> {
  const waiting = chunks.entries()
  const written: (WrittenChunk & { path: string })[] = []
  const work = async (engine: Engine) => {
    for (const [index, chunk] of waiting) {
      const path = `${output}.chunk-${index}`
      written[index] = { ...(await engine.run({ do: 'writeChunk', filekey, chunk, output: path })), path }
    }
  }
  await Promise.all(engines.map(work))
  await engines[0].run({ do: 'assemble', chunks: written, output })
}
