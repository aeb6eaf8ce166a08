import { useMutation } from '@tanstack/react-query'
import { errorMessage } from '../net/api-error.ts'
import { toastDone, toastFailed } from './toast.ts'

type Options<Output> = {
  done?: string
  onDone?: (output: Output) => void
  /** For an action of a dialog, which shows the error itself. */
  inDialog?: boolean
}

/** A mutation started by a click, with a toast for its success and its error. */
export function useAction<Output, Input = void>(
  run: (input: Input) => Promise<Output>,
  { done, onDone, inDialog = false }: Options<Output> = {},
) {
  return useMutation({
    mutationFn: run,
    onSuccess: (output) => {
      if (done) toastDone(done)
      onDone?.(output)
    },
    onError: (error) => {
      if (!inDialog) toastFailed(errorMessage(error))
    },
  })
}
