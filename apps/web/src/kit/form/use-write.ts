import { useRef, useState } from 'react'
import { errorMessage, isCancelled } from '../../net/api-error.ts'
import { SentForApproval } from '../../net/sent-for-approval.ts'
import { requestAction } from '../access/permission.ts'
import { requestablePermission } from '../feedback/refusal-notice.tsx'
import { toastDone, toastFailed, toastUndo } from '../feedback/toast.ts'
import { useIsMounted } from './use-is-mounted.ts'

/** Undo of a write. Runs once; resolves to false if it failed, after its toast. */
export type Undo = () => Promise<boolean>

export type Write<Input, Output> = {
  run: (input: Input, idempotencyKey: string) => Promise<Output>
  /** Until success the same input has the same key, so that the server writes it once. */
  isRepeatable?: boolean
  /** Text of the success toast, with the name of the record; no toast without a text. */
  successText?: string | ((output: Output) => string | undefined)
  /** Undo of that toast and its notification, also after a navigation. Resolves to the text of the next toast. */
  undo?: (output: Output) => (() => Promise<string>) | undefined
  /** Stores the reply in the caches that show it. */
  store?: (output: Output) => void
  /** Refreshes the data that the write may have changed, after success, failure (with the error) and undo. */
  refresh?: (error?: unknown) => Promise<unknown> | undefined
  /** The write ends and closes after the refresh. */
  awaitsRefresh?: boolean
  /** Closes a dialog or navigates; skipped after the writing component is unmounted. A new dialog offers the undo. */
  close?: (output: Output, undo?: Undo) => void | Promise<void>
  /** Called instead of `close` after the change was sent for approval; a form has its own `sent`. */
  sent?: () => void
  /**
   * Text about refused rows in the reply. A failure toast shows it instead of `close` after the component is unmounted.
   */
  refusalText?: (output: Output) => string | undefined
  /** True if the component shows `error` itself, without a toast. */
  showsError?: boolean
}

let running = 0

/** True while a write runs, because a reload would lose its outcome. */
export const isWriting = () => running > 0

/**
 * The hook for all writes. `run` is for a click and runs one write at a time. `send` is for the `submit` of a form and
 * rejects with the server's refusal, which the form shows.
 */
export function useWrite<Output, Input = void>(write: Write<Input, Output>) {
  const [state, setState] = useState<{ isPending: boolean; error?: unknown }>({ isPending: false })
  const isRunning = useRef(false)
  const tried = useRef<{ input: string; key: string }>(undefined)
  const isMounted = useIsMounted()

  async function send(input: Input): Promise<Output> {
    const text = write.isRepeatable ? JSON.stringify(input) : undefined
    const key = text !== undefined && tried.current?.input === text ? tried.current.key : crypto.randomUUID()
    tried.current = text === undefined ? undefined : { input: text, key }
    isRunning.current = true
    setState({ isPending: true })
    try {
      const output = await performWrite(write, { input, key, isShown: () => isMounted.current })
      tried.current = undefined
      setState({ isPending: false })
      return output
    } catch (error) {
      setState({ isPending: false, ...(!isNoFailure(error) && { error }) })
      throw error
    } finally {
      isRunning.current = false
    }
  }

  return {
    ...state,
    send,
    run: (input: Input) => {
      if (isRunning.current) return
      send(input).catch((error) => {
        if (!(error instanceof SentForApproval)) return write.showsError || toastError(error)
        if (isMounted.current) write.sent?.()
      })
    },
    /** Clears the error. */
    reset: () => setState({ isPending: false }),
  }
}

type Performance<Input> = {
  input: Input
  key: string
  /** False after the writing component is unmounted. */
  isShown: () => boolean
}

/** Runs a write and its follow-ups, without the state of its component. */
export async function performWrite<Input, Output>(
  { run, successText, undo, store, refresh, awaitsRefresh, close, refusalText }: Write<Input, Output>,
  { input, key, isShown }: Performance<Input>,
): Promise<Output> {
  running += 1
  try {
    const output = await run(input, key)
    const text = typeof successText === 'function' ? successText(output) : successText
    const revert = undo?.(output)
    const offered = text && revert ? offerUndo(text, () => performUndo(revert, refresh)) : undefined
    if (text && !offered) toastDone(text)
    store?.(output)
    const refreshed = refresh?.()
    if (awaitsRefresh) await refreshed
    if (isShown()) await close?.(output, offered)
    else {
      const refusal = refusalText?.(output)
      if (refusal) toastFailed(refusal)
    }
    return output
  } catch (error) {
    if (error instanceof SentForApproval) reportSent(error)
    // Nothing was changed, and a refresh would delay the next attempt.
    if (!isCancelled(error)) void refresh?.(error)
    throw error
  } finally {
    running -= 1
  }
}

function offerUndo(text: string, perform: Undo): Undo {
  let outcome: Promise<boolean> | undefined
  const undo = () => {
    if (!outcome) withdraw()
    outcome ??= perform()
    return outcome
  }
  const withdraw = toastUndo(text, () => void undo())
  return undo
}

async function performUndo(revert: () => Promise<string>, refresh: Write<never, never>['refresh']) {
  let isUndone = false
  try {
    toastDone(await revert())
    isUndone = true
  } catch (error) {
    if (error instanceof SentForApproval) reportSent(error)
    toastError(error)
  }
  await refresh?.()
  return isUndone
}

const isNoFailure = (error: unknown) => isCancelled(error) || error instanceof SentForApproval

function toastError(error: unknown): void {
  if (!isNoFailure(error)) toastFailed(errorMessage(error), requestAction(requestablePermission(error)))
}

type Report = (sent: SentForApproval) => void

let report: Report = () => {}

/** Registers a listener for changes that were sent for approval. */
export function setSentReport(next: Report): void {
  report = next
}

const reportSent: Report = (sent) => report(sent)
