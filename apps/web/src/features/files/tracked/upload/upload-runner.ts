import { FILE_CATEGORIES } from '@backoffice/contract/file-kinds'
import { ApiError, errorMessage } from '../../../../net/api-error.ts'
import { onReconnect } from '../../../../net/connectivity.ts'
import { isUnintended } from '../../../../session/session-state.ts'
import { onSessionEnd } from '../../../../session/sign-out.ts'
import { forgetAllInterrupted, forgetInterrupted, rememberInProgress } from './interrupted.ts'
import { IDLE, isActive, isInProgress, type Upload, useUploads } from './upload.ts'
import { PutError, perform, type UploadContext } from './upload-effects.ts'
import { type Effect, reducer, type UploadEvent } from './upload-reducer.ts'

/** The server's default limit per user across tabs; lowered if the server refuses. */
let maxConcurrentUploads = 5

const contexts = new Map<string, UploadContext>()

onSessionEnd((cause) => {
  for (const { run } of contexts.values()) run.abort()
  contexts.clear()
  // After an unintended end the same user can resume them.
  if (!isUnintended(cause)) forgetAllInterrupted()
  useUploads.setState({ uploads: [] })
  window.onbeforeunload = null
})

onReconnect(() => {
  for (const { id } of useUploads.getState().uploads) dispatch(id, { type: 'reconnected' })
})

export function startUploads(files: readonly File[], category: string): void {
  const others = useUploads.getState().uploads.filter((upload) => upload.category === category)
  // Several inquiries stay in the list of their screen, several imports continue with the first of them.
  const isImport = FILE_CATEGORIES[category]?.imports !== undefined
  const opensWhenDone = isImport || (files.length === 1 && others.length === 0)
  for (const file of files) add(file, { category, opensWhenDone })
  startQueued()
}

/** Starts an upload that the caller follows by its id. */
export function startUpload(file: File, category: string): string {
  const id = add(file, { category, opensWhenDone: false })
  startQueued()
  return id
}

/** Resumes the upload of an unregistered file that has a row on the server. */
export function resumeUpload(file: File, resumes: ResumableFile): void {
  add(file, { category: resumes.category, opensWhenDone: false, resumes })
  startQueued()
}

type ResumableFile = { source_filekey: string; size: number; category: string }
type Options = { category: string; opensWhenDone: boolean; resumes?: ResumableFile }

function add(file: File, { category, opensWhenDone, resumes }: Options): string {
  const id = crypto.randomUUID()
  contexts.set(id, {
    file,
    run: new AbortController(),
    idempotencyKey: crypto.randomUUID(),
    expectedSize: resumes?.size,
  })
  const { name, size } = file
  const sourceFilekey = resumes?.source_filekey
  const [upload] = reducer(IDLE, { type: 'chosen', id, category, name, size, sourceFilekey })
  useUploads.setState(({ uploads }) => ({ uploads: [...uploads, { ...upload, opensWhenDone }] }))
  return id
}

function startQueued(): void {
  const { uploads } = useUploads.getState()
  const free = maxConcurrentUploads - uploads.filter(isActive).length
  const next = uploads.filter(({ step }) => step === 'queued').slice(0, Math.max(0, free))
  for (const { id } of next) dispatch(id, { type: 'start' })
  const isAnyInProgress = useUploads.getState().uploads.some(isInProgress)
  window.onbeforeunload = isAnyInProgress ? (event) => event.preventDefault() : null
  const unfinished = useUploads.getState().uploads.filter((each) => isInProgress(each) || each.resumeAt)
  rememberInProgress(unfinished.flatMap(({ ticket }) => ticket?.sourceFilekey ?? []))
}

export function dispatch(id: string, event: UploadEvent): void {
  const upload = useUploads.getState().uploads.find((each) => each.id === id)
  const context = contexts.get(id)
  if (!upload || !context) return
  const [next, effects] = reducer(upload, event)
  // A resumed upload leaves the list when done, because the file's screen shows the next steps.
  const isResumed = next.step === 'done' && context.expectedSize !== undefined
  const isRemoved = isResumed || next.step === 'cancelled' || next.step === 'idle'
  useUploads.setState(({ uploads }) => ({
    uploads: isRemoved
      ? uploads.filter((each) => each !== upload)
      : uploads.map((each) => (each === upload ? next : each)),
  }))
  for (const effect of effects) start(next, context, effect)
  if (isRemoved || next.step === 'done') contexts.delete(id)
  if ((next.step === 'cancelled' || next.step === 'done') && next.ticket)
    forgetInterrupted(next.ticket.sourceFilekey)
  if (event.type !== 'start' && event.type !== 'sent') startQueued()
}

function start(upload: Upload, context: UploadContext, effect: Effect): void {
  if (effect.type === 'abort') {
    context.run.abort()
    context.run = new AbortController()
    return
  }
  const { signal } = context.run
  const onEvent = (event: UploadEvent | undefined) => event && !signal.aborted && dispatch(upload.id, event)
  perform(effect, upload, context, onEvent).then(onEvent, (error: unknown) =>
    onEvent(failureOf(effect, error)),
  )
}

function failureOf(effect: Effect, error: unknown): UploadEvent {
  const reason = errorMessage(error)
  if (effect.type === 'put') {
    const { part } = effect
    return error instanceof PutError
      ? { type: 'part-failed', part, kind: error.kind, reason: error.message }
      : { type: 'part-failed', part, kind: 'lost', reason }
  }
  const others = useUploads.getState().uploads.filter(isActive).length - 1
  if (error instanceof ApiError && error.code === 'too_many_uploads' && others > 0) {
    maxConcurrentUploads = others
    return { type: 'limit-reached' }
  }
  // A retry helps if the server did not respond or was overloaded, not if it refused the request.
  const isFinal =
    error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429
  return { type: 'step-failed', reason, isFinal, isCutOff: error instanceof ApiError && error.status === 0 }
}
