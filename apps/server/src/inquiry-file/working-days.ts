import type { ClientBase } from 'pg'
import { CopyOut } from './copy-out.ts'
import { LineWriter } from './line-writer.ts'

/** Number of working days up to each calendar day, inclusive; keys by `LineWriter.date`. */
export type WorkingDays = { asOf: number | undefined; byDay: ReadonlyMap<number, number> }

/** Read once per chunk, which has more rows than the calendar has days. `asOf`: YYYY-MM-DD. */
export async function readWorkingDays(client: ClientBase, asOf: string): Promise<WorkingDays> {
  const byDay = new Map<number, number>()
  const cells = new LineWriter()
  const text = 'COPY (SELECT day, working_days FROM calendar_days) TO STDOUT'
  const copy = client.query(
    new CopyOut(text, (bytes, start) => {
      cells.source = bytes
      cells.from = start
      byDay.set(cells.date(), cells.wholeNumber())
    }),
  )
  await copy.ended
  const [year, month, day] = asOf.split('-').map(Number) as [number, number, number]
  return { asOf: byDay.get((year * 16 + month) * 32 + day), byDay }
}
