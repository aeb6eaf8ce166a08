import type { FileJob } from './queue.ts'
import type { WorkerDeps } from './worker-deps.ts'

export async function applyAction(_deps: WorkerDeps, _job: FileJob): Promise<void> {}
