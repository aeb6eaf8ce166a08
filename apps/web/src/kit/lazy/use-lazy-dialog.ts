import { errorMessage } from '../../net/api-error.ts'
import { toastFailed } from '../feedback/toast.ts'
import { useLazyModule } from './use-lazy-module.ts'

/** Imports a dialog when it opens. An error closes it and shows a toast. */
export function useLazyDialog<Module>(
  load: () => Promise<Module>,
  isOpen: boolean,
  close: () => void,
): Module | undefined {
  return useLazyModule(load, isOpen, (error) => {
    close()
    toastFailed(errorMessage(error))
  })
}
