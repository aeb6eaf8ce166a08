import { recordMeasured } from '../measured.ts'
import type { Figures } from './rounds.ts'
import type { Latencies, ServedFigures } from './served-rounds.ts'

const MB = 1024 * 1024
const LARGE = 1_000_000
const SMALL = 1_000

/** Leaves the figures of the main job for `npm run report`. Those of a size that was not measured stay as they are. */
export function recordMainJob(
  figures: readonly Figures[],
  memory: ReadonlyMap<number, number>,
  served: { figures: readonly ServedFigures[]; others: Latencies },
): void {
  const ofSize = (rows: number) => figures.find((one) => one.rows === rows)
  const [large, middle, small] = [ofSize(LARGE), ofSize(100_000), ofSize(SMALL)]
  const compared = (ours: number, theirs: number) => `${ours.toFixed(0)} : ${theirs.toFixed(0)} ms`
  if (large) {
    const { oneWorker, twoWorkers, psqlAnswer, whole, psqlWhole, validate, psqlCopyIn } = large
    recordMeasured('job.answer.large', oneWorker / psqlAnswer, compared(oneWorker, psqlAnswer))
    recordMeasured('job.whole', whole / psqlWhole, compared(whole, psqlWhole))
    recordMeasured('job.dry-run', validate / psqlCopyIn, compared(validate, psqlCopyIn))
    recordMeasured('job.two-workers', oneWorker / twoWorkers, compared(twoWorkers, oneWorker))
  }
  if (small) {
    const { oneWorker, psqlAnswer } = small
    recordMeasured('job.answer.small', oneWorker / psqlAnswer, compared(oneWorker, psqlAnswer))
  }
  if (large && middle) {
    const each = (one: Figures) => (one.oneWorker / one.rows) * 1_000
    recordMeasured('job.growth', each(large) / each(middle), `of ${each(middle).toFixed(2)} µs`)
  }
  const sizes = figures.map(({ rows }) => rows.toLocaleString('en')).join(', ')
  const peaks = served.figures.flatMap(({ memoryOverIdle }) => memoryOverIdle ?? [])
  recordMeasured('job.memory', Math.max(...peaks, ...memory.values()) / MB, `${sizes} rows`)
  const { idleP99, busyP99 } = served.others
  recordMeasured('job.others', busyP99 / idleP99, compared(busyP99, idleP99))
  const different =
    figures.reduce((sum, { hashes }) => sum + hashes.size - 1, 0) +
    served.figures.filter(({ isSameAsPsql }) => !isSameAsPsql).length
  recordMeasured('job.different-results', different, `${sizes} rows`)
}
