import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { errorMessage } from '../../net/api-error.ts'
import { withReadTimeout } from '../../net/call.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toastFailed } from '../feedback/toast.ts'

/**
 * Imports a part of a screen when `wanted`. The second value replaces a part that could not be loaded. It offers no
 * retry, because a second import waits for the first, and Firefox before 154 remembers that it failed
 * (https://github.com/whatwg/html/issues/6768).
 */
export function useLazyPart<Module>(
  what: string,
  load: () => Promise<Module>,
  wanted = true,
): readonly [Module | undefined, ReactNode] {
  const [hasFailed, setFailed] = useState(false)
  const module = useLazyModule(load, wanted, () => setFailed(true))
  if (module || !wanted || !hasFailed) return [module, undefined]
  const notice = (
    <Notice
      tone="bad"
      title={`${what} could not be loaded.`}
      live
      action={<Button onClick={() => location.reload()}>Reload</Button>}
    >
      Check the connection, then reload the page.
    </Notice>
  )
  return [undefined, notice]
}

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
