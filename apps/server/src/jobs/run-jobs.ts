import type { PgBoss } from 'pg-boss'
import { isStorageFull } from '../kernel/errors.ts'
import { runJobInContext } from '../telemetry/job-context.ts'
import { answerChunk } from './answer-chunk.ts'
import { applyAction } from './apply-action.ts'
import { applyImport } from './apply-import.ts'
import {
  cleanFile,
  copyForSpreadsheets,
  expireFiles,
  failAfterRetries,
  failForFullStorage,
} from './clean-up.ts'
import { exportList } from './export-list.ts'
import { finishFile } from './finish-file.ts'
import { FAILED_JOBS, type FileJob, HEARTBEAT_SECONDS, JOB_NAMES, type JobName, type Jobs } from './queue.ts'
import { removeOldFiles } from './remove-old-files.ts'
import { rotateSigningKey } from './rotate-signing-key.ts'
import { tellProvider, tellProviderDue } from './tell-provider.ts'
import { validateFile } from './validate-file.ts'
import type { WorkerDeps } from './worker-deps.ts'

type Handlers = { [N in JobName]: (deps: WorkerDeps, data: Jobs[N]) => Promise<void> }

const HANDLERS: Handlers = {
  'validate-file': validateFile,
  'answer-chunk': answerChunk,
  'finish-file': finishFile,
  'apply-import': applyImport,
  'export-list': exportList,
  'apply-action': applyAction,
  'copy-for-spreadsheets': copyForSpreadsheets,
  'clean-file': cleanFile,
  'expire-files': expireFiles,
  'remove-old-files': removeOldFiles,
  'rotate-signing-key': rotateSigningKey,
  'tell-provider': tellProvider,
  'tell-provider-due': tellProviderDue,
}

type OnFailure = (job: { name: string; data: object }, error: unknown) => void

/** Runs jobs until the queue is stopped. Notifications wake a worker at once; polling covers lost ones. */
export async function runJobs(boss: PgBoss, deps: WorkerDeps, onFailure: OnFailure): Promise<void> {
  const register = <N extends JobName>(name: N) => registerWorker(boss, deps, name, HANDLERS[name], onFailure)
  for (const name of JOB_NAMES) await register(name)
  await boss.work<Partial<FileJob>>(FAILED_JOBS, { pollingIntervalSeconds: 5 }, async ([job]) => {
    const { filekey, attempt } = job?.data ?? {}
    if (filekey && attempt) await failAfterRetries(deps, { filekey, attempt })
  })
}

async function registerWorker<N extends JobName>(
  boss: PgBoss,
  deps: WorkerDeps,
  name: N,
  handle: (deps: WorkerDeps, data: Jobs[N]) => Promise<void>,
  onFailure: OnFailure,
) {
  const options = {
    pollingIntervalSeconds: 2,
    notifyPollingIntervalSeconds: 2,
    heartbeatRefreshSeconds: HEARTBEAT_SECONDS / 4,
  }
  const id = await boss.work<Jobs[N]>(name, options, async ([job]) => {
    if (!job) return
    await runJobInContext(name, job.data, deps, async () => {
      try {
        await handle(deps, job.data)
      } catch (error) {
        onFailure({ name, data: job.data }, error)
        const { filekey, attempt }: Partial<FileJob & Jobs['tell-provider']> = job.data
        if (!isStorageFull(error) || !filekey || !attempt) throw error
        await failForFullStorage(deps, { filekey, attempt })
      } finally {
        // Otherwise the next chunk would wait for the poll.
        boss.notifyWorker(id)
      }
    })
  })
}
