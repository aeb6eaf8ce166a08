import { writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { findMissingPaths } from '../dev/check/doc-paths.ts'
import { readMeasured, readTests, recordMeasured } from '../dev/measured.ts'
import { figureLine, markdownTable, testsLine } from './report-lines.ts'
import { TARGETS, type Target } from './targets.ts'

/** `npm run report`: every target and its measurement on this machine, also written to docs/figures.md. */
recordMeasured('asvs.checklist', findMissingPaths().length)
const results = readTests()
const sections = Object.entries(TARGETS).map(([heading, targets]: [string, Record<string, Target>]) => ({
  heading,
  lines: Object.entries(targets).map(([row, target]) =>
    'tests' in target ? testsLine(target, results) : figureLine(target, readMeasured(row)),
  ),
}))
const all = sections.flatMap(({ lines }) => lines)
const count = (met: boolean | null) => all.filter((line) => line.met === met).length
const machine = `${cpus().length} cores, ${Math.round(totalmem() / 1024 ** 3)} GB, Node ${process.versions.node}`
const report = [
  '# Targets and figures',
  '',
  `Written by \`npm run report\` from what the other commands measured on one machine: ${machine}. Each figure has its`,
  'day. Where the machine is shared, look at the ratios.',
  '',
  `${all.length} targets: ${count(true)} met, ${count(false)} not met, ${count(null)} not measured.`,
  '',
  ...sections.map(({ heading, lines }) => `${markdownTable(heading, lines)}\n`),
].join('\n')
console.log(report)
writeFileSync(join(import.meta.dirname, '../docs/figures.md'), report)
