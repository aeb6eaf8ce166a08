import { useEffect, useEffectEvent, useState } from 'react'
import { withReadTimeout } from '../../net/call.ts'

/**
 * Imports a module when `wanted`; undefined until it has loaded. `load` must be the same function between renders. An
 * error, or a load that takes longer than a read may, calls `onError`. A module that arrives later, or is no longer
 * wanted, is still returned. The next `wanted` retries.
 */
export function useLazyModule<Module>(
  load: () => Promise<Module>,
  wanted: boolean,
  onError?: (error: unknown) => void,
): Module | undefined {
  const [module, setModule] = useState<{ is: Module }>()
  const missing = wanted && module === undefined
  const fail = useEffectEvent((error: unknown) => onError?.(error))
  useEffect(() => {
    if (!missing) return
    let isEnded = false
    const loading = load().then((is) => setModule({ is }))
    withReadTimeout(loading).catch((error) => !isEnded && fail(error))
    return () => {
      isEnded = true
    }
  }, [missing, load])
  return module?.is
}
