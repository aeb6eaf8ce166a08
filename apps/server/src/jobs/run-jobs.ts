import type { PgBoss } from 'pg-boss'
import { isStorageFull } from '../kernel/errors.ts'
import { answerChunk } from './answer-chunk.ts'
import { cleanFile, copyForSpreadsheets, expireFiles, giveUp, stopForFullStorage } from './clean-up.ts'
import { finishFile } from './finish-file.ts'
import { FAILED_JOBS, type FileWork, HEARTBEAT_SECONDS, JOB_NAMES, type JobName, type Jobs } from './queue.ts'
import { removeOldFiles } from './remove-old-files.ts'
import { rotateSigningKey } from './rotate-signing-key.ts'
import { validateFile } from './validate-file.ts'
import type { WorkerRoom } from './worker-room.ts'

type Handlers = { [N in JobName]: (room: WorkerRoom, data: Jobs[N]) => Promise<void> }

const HANDLERS: Handlers = {
  'validate-file': validateFile,
  'answer-chunk': answerChunk,
  'finish-file': finishFile,
  'copy-for-spreadsheets': copyForSpreadsheets,
  'clean-file': cleanFile,
  'expire-files': expireFiles,
  'remove-old-files': removeOldFiles,
  'rotate-signing-key': rotateSigningKey,
}

type OnFailure = (job: { name: string; data: object }, error: unknown) => void

/** Takes jobs until the queue is stopped: a notice wakes it at once, the poll is for notices that were lost. */
export async function runJobs(boss: PgBoss, room: WorkerRoom, onFailure: OnFailure): Promise<void> {
  const take = <N extends JobName>(name: N) => work(boss, room, name, HANDLERS[name], onFailure)
  for (const name of JOB_NAMES) await take(name)
  await boss.work<Partial<FileWork>>(FAILED_JOBS, { pollingIntervalSeconds: 5 }, async ([job]) => {
    const { filekey, attempt } = job?.data ?? {}
    if (filekey && attempt) await giveUp(room, { filekey, attempt })
  })
}

async function work<N extends JobName>(
  boss: PgBoss,
  room: WorkerRoom,
  name: N,
  handle: (room: WorkerRoom, data: Jobs[N]) => Promise<void>,
  onFailure: OnFailure,
) {
  const options = {
    pollingIntervalSeconds: 2,
    notifyPollingIntervalSeconds: 2,
    heartbeatRefreshSeconds: HEARTBEAT_SECONDS / 4,
  }
  const id = await boss.work<Jobs[N]>(name, options, async ([job]) => {
    if (!job) return
    try {
      await handle(room, job.data)
    } catch (error) {
      onFailure({ name, data: job.data }, error)
      const { filekey, attempt }: Partial<FileWork> = job.data
      if (!isStorageFull(error) || !filekey || !attempt) throw error
      await stopForFullStorage(room, { filekey, attempt })
    } finally {
      // Look for the next one at once: otherwise a row of chunks would wait for the poll between two.
      boss.notifyWorker(id)
    }
  })
}
