import type { Jobs } from './queue.ts'
import type { WorkerDeps } from './worker-deps.ts'

/** Tells the identity provider what changed about a user. */
export async function tellProvider(_deps: WorkerDeps, _job: Jobs['tell-provider']): Promise<void> {}

/** Every minute: the actions of all users that are due. */
export async function tellProviderDue(_deps: WorkerDeps): Promise<void> {}
