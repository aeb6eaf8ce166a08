import type { EndpointResult, Failure } from './fuzz-endpoints.ts'
import type { FileResult } from './fuzz-files.ts'

/** A line for each file, with the answer that its sender got. */
export function printFiles(results: readonly FileResult[]): { failed: number } {
  for (const { name, answer, flaws } of results)
    console.log(`${flaws.length === 0 ? 'ok    ' : 'FAILED'}  ${name}: ${[...flaws, answer].join('; ')}`)
  return { failed: results.filter(({ flaws }) => flaws.length > 0).length }
}

/** What is wrong, the request as a command, and its answer. */
export function printFailure(name: string, { flaws, request, answer }: Failure): void {
  console.log(`\n${name}: ${flaws.join('; ')}\n  ${request}\n  ${answer}\n`)
}

/** A table of the endpoints. */
export function printEndpoints(results: readonly EndpointResult[]): { made: number; failed: number } {
  const width = Math.max(...results.map(({ name }) => name.length))
  const cell = (value: number | string) => String(value).padStart(9)
  const line = (name: string, ...cells: (number | string)[]) =>
    console.log(name.padEnd(width) + cells.map(cell).join(''))
  line('endpoint', 'requests', '2xx', '3xx', '4xx', '5xx', 'failures')
  const sum = { requests: 0, 2: 0, 3: 0, 4: 0, 5: 0 }
  for (const { name, counts, failures } of results) {
    line(name, counts.requests, counts[2], counts[3], counts[4], counts[5], failures.length)
    for (const key of Object.keys(sum) as unknown as (keyof typeof sum)[]) sum[key] += counts[key]
  }
  const failed = results.reduce((total, { failures }) => total + failures.length, 0)
  line(`all ${results.length}`, sum.requests, sum[2], sum[3], sum[4], sum[5], failed)
  return { made: sum.requests, failed }
}
