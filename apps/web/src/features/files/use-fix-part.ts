import { useLazyPart } from '../../kit/lazy/use-lazy.tsx'

const load = async () => (await import('./fix/fix-part.tsx')).FixPart

/** Loads the grid of rows to fix once it is wanted. */
export function useFixPart(isWanted: boolean) {
  return useLazyPart('The rows to fix', load, isWanted)
}
