import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

/** After going to another screen the focus is at its heading, as it would be after loading a page. */
export function useHeadingFocus(): void {
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
        if (pathChanged && fromLocation) document.querySelector<HTMLElement>('h1')?.focus()
      }),
    [router],
  )
}
