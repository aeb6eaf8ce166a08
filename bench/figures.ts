import { readMeasured, recordMeasured } from '../dev/measured.ts'
import type { Medians } from './measure.ts'
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
