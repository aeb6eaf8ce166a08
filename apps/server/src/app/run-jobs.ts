import { setTimeout as sleep } from 'node:timers/promises'
import type { PgBoss } from 'pg-boss'
import { type Mail, MailRefused } from '../adapters/mail/mailer.ts'
import { isLedgerError } from '../db/ledger.ts'
import { expireAccess } from '../features/access/expire-access.ts'
import { expireConfirmations } from '../features/account/confirm-identity.ts'
import { expireApprovals } from '../features/approvals/requests/end-requests.ts'
import { followCases } from '../features/cases/follow-cases.ts'
import { sendMail } from '../features/mail/send-mail.ts'
import { removeOldFiles } from '../features/retention/remove-old-files.ts'
import { applyReview, followReviews } from '../features/reviews/apply-review.ts'
import { syncDueUsers, syncIdentityProvider } from '../features/users/sync-identity-provider.ts'
import { applyAction } from '../files/apply-action.ts'
import { applyImport } from '../files/apply-import.ts'
import {
  cleanFile,
  expireFiles,
  failAfterRetries,
  failForFullStorage,
  failForLostAccess,
} from '../files/clean-up.ts'
import { exportList } from '../files/export-list.ts'
import { prepareCopy } from '../files/prepare-copy.ts'
import { answerChunk, finishFile, stageFile } from '../files/run-inquiry.ts'
import { dropStaging } from '../files/tracked/drop-staging.ts'
import { AccessLost } from '../files/tracked/work-access.ts'
import { validateFile } from '../files/validate-file.ts'
import { copySums } from '../jobs/copy-sums.ts'
import {
  FAILED_JOBS,
  type FileJob,
  HEARTBEAT_SECONDS,
  isSentEveryMinute,
  JOB_NAMES,
  type JobName,
  type Jobs,
  ONE_BY_ONE,
} from '../jobs/queue.ts'
import type { WorkerDeps } from '../jobs/worker-deps.ts'
import { recordSystemAudit } from '../kernel/audit.ts'
import { isStorageFull } from '../kernel/errors.ts'
import { runJobInContext } from '../telemetry/call-context.ts'

const KEY_AGE_DAYS = 90
const DAY_MS = 24 * 3_600_000

/** Replaces an old signing key every night. Tokens of the former key stay valid. */
export async function rotateSigningKey({ db, rotateKey }: WorkerDeps): Promise<void> {
  const rotation = await rotateKey?.({ ifOlderThanMs: KEY_AGE_DAYS * DAY_MS })
  if (!rotation?.isNew) return
  await recordSystemAudit(db, { resource: 'signing-key', action: 'rotate', id: rotation.kid })
}

type Handlers = { [N in JobName]: (deps: WorkerDeps, data: Jobs[N]) => Promise<unknown> }

const HANDLERS: Handlers = {
  'validate-file': validateFile,
  'answer-chunk': answerChunk,
  'finish-file': finishFile,
  'stage-file': stageFile,
  'apply-import': applyImport,
  'export-list': exportList,
  'apply-action': applyAction,
  'prepare-copy': prepareCopy,
  'clean-file': cleanFile,
  'drop-staging': dropStaging,
  'expire-files': expireFiles,
  'expire-approvals': expireApprovals,
  'expire-access': expireAccess,
  'expire-confirmations': expireConfirmations,
  'follow-reviews': followReviews,
  'apply-review': applyReview,
  'remove-old-files': removeOldFiles,
  'rotate-signing-key': rotateSigningKey,
  'follow-cases': followCases,
  'copy-sums': copySums,
  'tell-provider': syncIdentityProvider,
  'tell-provider-due': syncDueUsers,
  'send-mail': sendMail,
}

type OnFailure = (job: { name: string; data: object }, error: unknown) => void

/** Runs jobs until the queue stops. Notifications wake workers immediately; polling covers lost ones. */
export async function runJobs(boss: PgBoss, deps: WorkerDeps, onFailure: OnFailure): Promise<void> {
  for (const name of JOB_NAMES) await registerWorker(boss, deps, name, onFailure)
  await boss.work<Partial<FileJob>>(FAILED_JOBS, { pollingIntervalSeconds: 5 }, async ([job]) => {
    const { filekey, attempt } = job?.data ?? {}
    if (filekey && attempt) await failAfterRetries(deps, { filekey, attempt })
  })
}

/**
 * Runs one job. Throws to make the queue retry it; if only a user or operator can fix the cause, fails the file
 * instead.
 */
export async function performJob<N extends JobName>(
  deps: WorkerDeps,
  name: N,
  data: Jobs[N],
  onFailure: OnFailure,
): Promise<void> {
  try {
    await HANDLERS[name](deps, data)
  } catch (error) {
    // Lost access concerns users, not operators.
    if (!(error instanceof AccessLost)) onFailure({ name, data: withoutMail(data) }, error)
    // Another attempt would be refused too.
    if (error instanceof MailRefused) return
    const {
      filekey,
      attempt,
    }: Partial<FileJob & Jobs['tell-provider'] & Jobs['apply-review'] & Jobs['copy-sums'] & Mail> = data
    if (!filekey || !attempt) throw error
    if (error instanceof AccessLost) await failForLostAccess(deps, { filekey, attempt }, error)
    else if (isStorageFull(error)) await failForFullStorage(deps, { filekey, attempt })
    else throw error
  }
}

/** Data for the log, in which neither the text of a mail nor its recipient belongs. */
function withoutMail(data: Jobs[JobName]): object {
  if (!('to' in data)) return data
  const { to, subject, text, ...others } = data
  return others
}

async function registerWorker<N extends JobName>(
  boss: PgBoss,
  deps: WorkerDeps,
  name: N,
  onFailure: OnFailure,
) {
  const options = {
    pollingIntervalSeconds: 2,
    notifyPollingIntervalSeconds: 2,
    heartbeatRefreshSeconds: HEARTBEAT_SECONDS / 4,
    ...(ONE_BY_ONE.includes(name) && { groupConcurrency: 1 }),
  }
  const id = await boss.work<Jobs[N]>(name, options, async ([job]) => {
    if (!job) return
    await runJobInContext(name, job.data, deps, async () => {
      try {
        await performJob(deps, name, job.data, onFailure)
      } catch (error) {
        await untilResponding(() => boss.getDb().executeSql('SELECT 1'))
        if (isSentEveryMinute(name, job.data) || !(await isLedgerAway(deps, error))) throw error
        const retry = { delaySeconds: LEDGER_RETRY_SECONDS, group: job.groupId ?? undefined }
        // Tries are for jobs that fail, and other jobs of the queue need no ledger.
        await deps.db.transaction().execute((tx) => deps.sendJob(tx, name, job.data, retry))
      } finally {
        // Otherwise the next chunk would wait for the poll.
        boss.notifyWorker(id)
      }
    })
  })
}

const LEDGER_RETRY_SECONDS = 5

/** True if the ledger does not respond, and the job has failed for that. */
async function isLedgerAway({ ledger }: WorkerDeps, error: unknown): Promise<boolean> {
  return isLedgerError(error) && !(await succeeds(() => ledger.pool.query('SELECT 1')))
}

const PROBE_MS = 200

/**
 * Waits for the database of the queue, at most until another worker would take the job. The queue reports a failure
 * only once. If that fails too, the job waits for the end of its heartbeat.
 */
async function untilResponding(probe: () => Promise<unknown>): Promise<void> {
  const endsAt = performance.now() + HEARTBEAT_SECONDS * 1_000
  while (performance.now() < endsAt && !(await succeeds(probe))) await sleep(PROBE_MS)
}

const succeeds = (work: () => Promise<unknown>): Promise<boolean> =>
  work().then(
    () => true,
    () => false,
  )
