import { type RefObject, useEffect, useRef } from 'react'

/** False once the component is gone: what it still waits for must not navigate. */
export function useIsMounted(): RefObject<boolean> {
  const isMounted = useRef(true)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])
  return isMounted
}
