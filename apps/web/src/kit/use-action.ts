import { useMutation } from '@tanstack/react-query'
import { errorMessage } from '../net/api-error.ts'
import { toastDone, toastFailed } from './toast.ts'

type Options<Output> = {
  done?: string
  onDone?: (output: Output) => void
  /** It is asked for in a dialog, which says itself what was refused. */
  inDialog?: boolean
}

/** Something done with a click: one at a time, told when done, and told in words when it was refused. */
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
