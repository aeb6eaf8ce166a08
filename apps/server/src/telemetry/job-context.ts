import { randomUUID } from 'node:crypto'
import { currentCall, isRequestId, runInCall } from './call-context.ts'
import type { Traces } from './span.ts'
import type { Telemetry } from './telemetry.ts'

/** Origin of a job. */
type Origin = { requestId: string; span?: string }

/** Adds the current call or job to a job's data. A job that is sent again keeps its origin. */
export function withOrigin<T extends object>(data: T): T & { origin?: Origin } {
  const call = currentCall()
  if (!call || 'origin' in data) return data
  return { ...data, origin: { requestId: call.requestId, ...(call.span && { span: call.span.reference }) } }
}

type Observers = { telemetry?: Pick<Telemetry, 'recordJob'> | undefined; traces?: Traces | null | undefined }

/** Runs a job under the id of its call, or its own; counts, times and traces it. */
export async function runJobInContext(
  name: string,
  data: object,
  { telemetry, traces }: Observers,
  work: () => Promise<void>,
): Promise<void> {
  const { origin }: { origin?: Partial<Origin> } = data
  const requestId = isRequestId(origin?.requestId) ? origin.requestId : randomUUID()
  const attributes = { 'messaging.destination.name': name, 'backoffice.request_id': requestId }
  const span = traces?.start(`job ${name}`, 'consumer', attributes, origin?.span) ?? null
  const startedAt = performance.now()
  let failure: { error: unknown } | undefined
  try {
    await runInCall({ requestId, span }, work)
  } catch (error) {
    failure = { error }
    throw error
  } finally {
    telemetry?.recordJob(name, performance.now() - startedAt, failure !== undefined)
    span?.end(failure)
  }
}
