import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { WrittenChunk } from '../../apps/server/src/inquiry-file/answer-chunk.ts'
import type { RowRange } from '../../apps/server/src/inquiry-file/plan-chunks.ts'
import type { Command, Reply } from './engine-process.ts'

/** One worker process. */
export class EngineProcess {
  readonly #child: ChildProcess

  private constructor(child: ChildProcess) {
    this.#child = child
  }

  static async start(url: string): Promise<EngineProcess> {
    const child = fork(join(import.meta.dirname, 'engine-process.ts'), [url])
    await once(child, 'message')
    return new EngineProcess(child)
  }

  async tell(order: Command): Promise<Reply> {
    const reply = once(this.#child, 'message')
    this.#child.send(order)
    const [said] = (await reply) as [Reply]
    if (said.error) throw new Error(said.error)
    return said
  }

  stop(): void {
    this.#child.disconnect()
  }
}

/** From the validated rows to the result file: workers take the next chunk when they are free. */
export async function answerWith(
  workers: readonly EngineProcess[],
  filekey: string,
  chunks: readonly RowRange[],
  output: string,
): Promise<WrittenChunk> {
  const written: (WrittenChunk & { path: string })[] = []
  let next = 0
  await Promise.all(
    workers.map(async (worker) => {
      while (next < chunks.length) {
        const index = next++
        const path = `${output}.chunk-${index}`
        const chunk = chunks[index] as RowRange
        const reply = await worker.tell({ do: 'answer', filekey, chunk, output: path })
        written[index] = { ...(reply.written as WrittenChunk), path }
      }
    }),
  )
  const [first] = workers as [EngineProcess]
  const { written: result } = await first.tell({ do: 'assemble', chunks: written, output })
  return result as WrittenChunk
}
