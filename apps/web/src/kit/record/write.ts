import { useMutation } from '@tanstack/react-query'
import { errorMessage } from '../../net/api-error.ts'
import { toastDone, toastFailed, toastUndo } from '../toast.ts'

export type Write<Input, Output> = {
  run: (input: Input) => Promise<Output>
  /** The toast of a success, naming the record; none without a text. */
  done?: (output: Output) => string | undefined
  /** What the Undo of that toast does, also after the screen was left; none for an output without. */
  undo?: (output: Output) => (() => Promise<string>) | undefined
  /** Reads again what the write may have changed, after success, failure and undo. */
  refresh: () => Promise<void>
  onDone?: (output: Output) => void
}

/** The one way to change a record: cache, toast, undo and closing. Throws what the server refused. */
export async function performWrite<Input, Output>(
  { run, done, undo, refresh, onDone }: Write<Input, Output>,
  input: Input,
): Promise<Output> {
  try {
    const output = await run(input)
    const text = done?.(output)
    const revert = undo?.(output)
    if (text && revert) toastUndo(text, () => void performUndo(revert, refresh))
    else if (text) toastDone(text)
    onDone?.(output)
    return output
  } finally {
    void refresh()
  }
}

async function performUndo(revert: () => Promise<string>, refresh: () => Promise<void>): Promise<void> {
  try {
    toastDone(await revert())
  } catch (error) {
    toastFailed(errorMessage(error))
  }
  await refresh()
}

/** For a write started by a click: one at a time, with a toast for its error. */
export function useWrite<Input, Output>(write: Write<Input, Output>) {
  const mutation = useMutation({
    mutationFn: (input: Input) => performWrite(write, input),
    onError: (error) => toastFailed(errorMessage(error)),
  })
  return {
    isPending: mutation.isPending,
    run: (input: Input) => {
      if (!mutation.isPending) mutation.mutate(input)
    },
  }
}
