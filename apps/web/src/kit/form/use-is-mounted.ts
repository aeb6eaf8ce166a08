import { type RefObject, useEffect, useRef } from 'react'

/** False after the component is unmounted, when pending work must not navigate. */
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
