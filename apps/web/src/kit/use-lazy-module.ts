import { useEffect, useState } from 'react'

/**
 * Imports a module when `wanted`; undefined until it has loaded. An error calls `onError`, and the next `wanted`
 * retries.
 */
export function useLazyModule<Module>(
  load: () => Promise<Module>,
  wanted: boolean,
  onError: (error: unknown) => void,
): Module | undefined {
  const [module, setModule] = useState<{ is: Module }>()
  const missing = wanted && module === undefined
  useEffect(() => {
    if (!missing) return
    let isUnmounted = false
    load().then(
      (is) => !isUnmounted && setModule({ is }),
      (error) => !isUnmounted && onError(error),
    )
    return () => {
      isUnmounted = true
    }
  }, [missing, load, onError])
  return module?.is
}
