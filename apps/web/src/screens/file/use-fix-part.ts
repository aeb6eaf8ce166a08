import { toastFailed } from '../../kit/toast.ts'
import { useLazyModule } from '../../kit/use-lazy-module.ts'

const load = async () => (await import('./fix/fix-part.tsx')).FixPart

/** Loads the grid of rows to fix once it is wanted. */
export function useFixPart(isWanted: boolean) {
  return useLazyModule(load, isWanted, onFailed)
}

function onFailed(): void {
  toastFailed('The rows to fix could not be loaded. Reload the page.')
}
