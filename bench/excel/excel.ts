import { randomUUID } from 'node:crypto'
import { stagingTable } from '../../apps/server/src/db/staging-table.ts'
import { withDemo, withOwner } from '../database.ts'
import { type Figure, type Medians, median, ratioDetail, ratioFigure, thousands } from '../figures.ts'
import { filePath, inputFile } from '../main-job/input-file.ts'
import { foreignCsv, foreignWorkbook } from './foreign-files.ts'
import { runSteps, type Step, type StepFigures } from './steps.ts'

type Options = { cards: number; transactions: number; rounds: number }
type Name = Step['do']
type Runs = Readonly<Record<Name, StepFigures[]>>
type Measurement = { rows: number; fresh: Runs; inOneProcess: Runs }

const SIZES = [100_000, 1_000_000]
const NAMES: readonly (readonly [Name, string])[] = [
  ['own', 'dry run of our CSV'],
  ['foreign', 'dry run of a foreign CSV'],
  ['sheet', 'dry run of a foreign workbook'],
  ['result', 'result as CSV'],
  ['workbook', 'that CSV as a workbook'],
]

/** Files of other systems, and workbooks of results, against our CSV. Fails if rows or bytes differ, never if slow. */
export function benchExcel({ cards, transactions, rounds }: Options): Promise<Figure[]> {
  return withDemo({ cards, transactions }, async ({ url }) => {
    const measured: Measurement[] = []
    for (const rows of SIZES) measured.push(await measure(url, { rows, cards, rounds }))
    const large = measured.at(-1)
    if (!large) return []
    const { fresh, inOneProcess } = large
    return [
      ...measured.flatMap(detailsOf),
      ratioDetail('a foreign CSV against ours', mediansOf(fresh.foreign, fresh.own)),
      ratioDetail(
        'a workbook against our CSV, in one process',
        mediansOf(inOneProcess.sheet, inOneProcess.own),
      ),
      ratioDetail('our CSV after a workbook, against a new process', mediansOf(inOneProcess.own, fresh.own)),
      ratioFigure('excel.in', mediansOf(fresh.sheet, fresh.own)),
      ratioFigure('excel.out', mediansOf(fresh.workbook, fresh.result)),
      memoryFigure(measured),
    ]
  })
}

async function measure(
  url: string,
  { rows, cards, rounds }: { rows: number; cards: number; rounds: number },
): Promise<Measurement> {
  const own = inputFile(rows, cards)
  const filekey = randomUUID()
  const output = filePath('excel-result.csv')
  const steps: Readonly<Record<Name, Step>> = {
    own: { do: 'own', filekey, input: own },
    foreign: { do: 'foreign', filekey, input: await foreignCsv(own) },
    sheet: { do: 'sheet', filekey, input: await foreignWorkbook(own) },
    result: { do: 'result', filekey, rows, output },
    workbook: { do: 'workbook', input: output, output: filePath('excel-result.xlsx') },
  }
  const fresh = emptyRuns()
  for (let round = 0; round < rounds; round++) {
    console.log(`${thousands(rows)} rows, round ${round + 1} of ${rounds}`)
    for (const step of Object.values(steps)) fresh[step.do].push(...(await runSteps(url, [step])))
  }
  const inOneProcess = emptyRuns()
  const turns = Array.from({ length: rounds + 1 }, () => [steps.sheet, steps.own]).flat()
  const [, , ...warm] = (await runSteps(url, turns)).entries()
  for (const [turn, figures] of warm) inOneProcess[turns[turn]?.do ?? 'own'].push(figures)
  await withOwner(url, (owner) => owner.query(`DROP TABLE IF EXISTS ${stagingTable(filekey)}`))
  const measured = { rows, fresh, inOneProcess }
  if (!isConsistent(measured)) process.exitCode = 1
  return measured
}

const medianMs = (runs: readonly StepFigures[]) => median(runs.map(({ ms }) => ms))
const mediansOf = (ours: readonly StepFigures[], bare: readonly StepFigures[]): Medians => ({
  ours: medianMs(ours),
  bare: medianMs(bare),
})

const emptyRuns = (): Runs => ({ own: [], foreign: [], sheet: [], result: [], workbook: [] })

/** Every reading of the rows has the same counts, and every writing the same bytes. */
function isConsistent({ fresh, inOneProcess }: Measurement): boolean {
  const { own, foreign, sheet, result, workbook } = fresh
  const read = [...own, ...foreign, ...sheet, ...inOneProcess.own, ...inOneProcess.sheet]
  return [read, result, workbook].every((runs) => new Set(runs.map(({ outcome }) => outcome)).size === 1)
}

function detailsOf(measured: Measurement): Figure[] {
  const { rows, fresh } = measured
  const details = NAMES.map(([name, what]) => {
    const runs = fresh[name]
    const ms = medianMs(runs)
    const shown = [
      `${thousands(ms)} ms`,
      `${thousands((rows / ms) * 1_000)} rows/s`,
      `${Math.round(peakOf(runs))} MB over idle`,
      `longest stall ${Math.round(median(runs.map(({ stallMs }) => stallMs)))} ms`,
    ]
    return { what: `${what}, ${thousands(rows)} rows`, shown: shown.join(', ') }
  })
  const shown = isConsistent(measured) ? 'same rows, same bytes' : 'rows or bytes differ'
  return [...details, { what: `outcomes, ${thousands(rows)} rows`, shown }]
}

const peakOf = (runs: readonly StepFigures[]) => Math.max(...runs.map(({ megabytes }) => megabytes))

/** Peak memory of reading and writing workbooks, also for a process that reads several. */
function memoryFigure(measured: readonly Measurement[]): Figure {
  const peaks = measured.map(({ rows, fresh, inOneProcess }) => {
    const megabytes = peakOf([...fresh.sheet, ...fresh.workbook, ...inOneProcess.sheet])
    return { megabytes, note: `${thousands(rows)} rows: ${Math.round(megabytes)} MB` }
  })
  const value = Math.max(...peaks.map(({ megabytes }) => megabytes))
  return { row: 'excel.memory', value, note: peaks.map(({ note }) => note).join(', ') }
}
