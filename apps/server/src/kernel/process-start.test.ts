import { execFile } from 'node:child_process'
import { constants, getPriority } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const MODULE = join(import.meta.dirname, 'process-start.ts')
const SCRIPT = `import(${JSON.stringify(MODULE)}).then(({ lowerPriority }) => {
  lowerPriority()
  console.log(os.getPriority())
})`

/** Priority of a process that was started with `nice` and lowers its own; higher numbers yield. */
async function priorityAfter(nice: number): Promise<number> {
  const { stdout } = await promisify(execFile)('nice', ['-n', String(nice), process.execPath, '-e', SCRIPT])
  return Number(stdout)
}

test('lowers the priority of a process, and never raises it', async () => {
  const lower = Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL)
  const lowest = constants.priority.PRIORITY_LOW
  expect([await priorityAfter(0), await priorityAfter(lowest)]).toEqual([lower, lowest])
})
