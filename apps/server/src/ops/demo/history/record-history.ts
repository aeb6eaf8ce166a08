import type { ClientBase } from 'pg'
import type { Config } from '../../../config/config.ts'
import { connectClient } from '../../../db/client.ts'
import { createProgress } from '../progress-bar.ts'
import { approvalScenes, keepExpiries } from './approval-scenes.ts'
import { caseScenes } from './case-scenes.ts'
import { changeScenes } from './change-scenes.ts'
import { createDemoClock } from './demo-clock.ts'
import { openDemoDesk } from './demo-desk.ts'
import { readDemoSubjects } from './demo-subjects.ts'
import { fileScenes } from './file-scenes.ts'
import { inquiryScenes } from './inquiry-scenes.ts'
import { reviewScenes } from './review-scenes.ts'
import { HISTORY_DAYS } from './scene.ts'

/** Records whether the history is complete. Created with the demo data. */
const DEMO_HISTORIES =
  'CREATE TABLE IF NOT EXISTS demo_histories (as_of date NOT NULL, is_complete boolean NOT NULL)'

/** Records the history of a demo that was just loaded. Returns a message. */
export async function recordHistoryOnce(input: {
  config: Config
  asOf: string
  isNew: boolean
}): Promise<string> {
  const { config, asOf, isNew } = input
  const owner = await connectClient(config.databaseOwnerUrl)
  try {
    await owner.query(DEMO_HISTORIES)
    const { rows } = await owner.query<{ is_complete: boolean }>('SELECT is_complete FROM demo_histories')
    if (rows[0]?.is_complete) return 'The history of the demo is already recorded.'
    if (rows[0] || !isNew)
      return 'The demo has no complete history of files, cases and changes. To create a new demo: npm run reset-demo'
    await owner.query('INSERT INTO demo_histories VALUES ($1, false)', [asOf])
    const progress = createProgress(process.stdout)
    const ledgerOwner = config.ledger ? await connectClient(config.ledger.ownerUrl) : owner
    const onProgress = progress.report
    await recordHistory({ config, owner, ledgerOwner, asOf, now: new Date(), onProgress }).finally(
      () => ledgerOwner !== owner && ledgerOwner.end(),
    )
    progress.end()
    await owner.query('UPDATE demo_histories SET is_complete = true')
    return `Recorded ${HISTORY_DAYS} days of work up to ${asOf}.`
  } finally {
    await owner.end()
  }
}

/**
 * Fourteen days of work of the demo's people up to `asOf`: files, inquiries, cases and changes. They are calls and jobs
 * of the product, so their audit events, notices and results are its own.
 */
export async function recordHistory({
  config,
  owner,
  ledgerOwner,
  asOf,
  now,
  onProgress,
}: {
  config: Config
  owner: ClientBase
  ledgerOwner: ClientBase
  asOf: string
  now: Date
  onProgress?: (step: string, done: number, total: number) => void
}): Promise<void> {
  const clock = createDemoClock(asOf, now)
  clock.startScene(1 - HISTORY_DAYS, '06:00')
  const desk = await openDemoDesk({ config, owner, ledgerOwner, clock })
  const subjects = await readDemoSubjects(ledgerOwner, asOf)
  const scenes = [
    ...fileScenes(subjects),
    ...inquiryScenes(subjects),
    ...caseScenes(subjects),
    ...changeScenes(),
    ...approvalScenes(),
    ...reviewScenes(),
  ].sort((one, other) => one.day - other.day || one.at.localeCompare(other.at))
  for (const [index, scene] of scenes.entries()) {
    clock.startScene(scene.day, scene.at)
    await scene.run(desk)
    await desk.work()
    await desk.keepTimes()
    onProgress?.('history', index + 1, scenes.length)
  }
  await keepExpiries(desk)
  await desk.close()
}
