import { readMeasured, recordMeasured } from '../dev/measured.ts'
import { figureLine } from './report-lines.ts'
import { type MeasuredRow, targetOf } from './targets.ts'

export type Figure = { row: MeasuredRow; value: number; note: string } | { what: string; shown: string }

/** Records the rows for `npm run report` and prints all figures, rows with their targets. */
export function publish(figures: readonly Figure[]): void {
  const lines = figures.map((figure) => {
    if ('what' in figure) return [figure.what, { measured: figure.shown }]
    recordMeasured(figure.row, figure.value, figure.note)
    const { what, measured, target, met } = figureLine(targetOf(figure.row), readMeasured(figure.row))
    return [what, { measured, target, met }]
  })
  console.table(Object.fromEntries(lines))
}

export function ratioFigure(row: MeasuredRow, { ours, bare }: Medians): Figure {
  return { row, value: ours / bare, note: timesOf({ ours, bare }) }
}

export function ratioDetail(what: string, { ours, bare }: Medians): Figure {
  return { what, shown: `${(ours / bare).toFixed(2)}× (${timesOf({ ours, bare })})` }
}

const timesOf = ({ ours, bare }: Medians) => `${digits(ours)} : ${digits(bare)} ms`
const digits = (ms: number) => ms.toFixed(ms < 100 ? 2 : 0)
export const thousands = (count: number) => Math.round(count).toLocaleString('en')

/** Duration in milliseconds. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

export const median = (values: readonly number[]) => percentile(values, 0.5)

/** The value below which a share of the values lies, interpolated linearly. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const place = (sorted.length - 1) * share
  const [below = Number.NaN, above = below] = sorted.slice(Math.floor(place))
  return below + (above - below) * (place % 1)
}

export type Medians = { ours: number; bare: number }

/** Medians of two measurements that take turns, so that noise affects both alike. The first rounds warm up. */
export async function inTurns(
  ours: () => Promise<number>,
  bare: () => Promise<number>,
  rounds: number,
  warmUp = 1,
): Promise<Medians> {
  const measured: { ours: number[]; bare: number[] } = { ours: [], bare: [] }
  for (let round = -warmUp; round < rounds; round++) {
    const [a, b] = [await ours(), await bare()]
    if (round < 0) continue
    measured.ours.push(a)
    measured.bare.push(b)
  }
  return { ours: median(measured.ours), bare: median(measured.bare) }
}
