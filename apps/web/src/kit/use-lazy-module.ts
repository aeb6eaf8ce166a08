import { useEffect, useState } from 'react'

/**
 * A part of the page whose code is fetched once `wanted`; undefined until it is there. What cannot be fetched
 * is told by `onFail` and asked for again the next time it is wanted.
 */
export function useLazyModule<Part>(
  load: () => Promise<Part>,
  wanted: boolean,
  onFail: (error: unknown) => void,
): Part | undefined {
  const [part, setPart] = useState<{ is: Part }>()
  const missing = wanted && part === undefined
  useEffect(() => {
    if (!missing) return
    let gone = false
    load().then(
      (is) => !gone && setPart({ is }),
      (error) => !gone && onFail(error),
    )
    return () => {
      gone = true
    }
  }, [missing, load, onFail])
  return part?.is
}
