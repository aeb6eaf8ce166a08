import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useLazyModule } from './use-lazy-module.ts'

/**
 * Imports a part of a screen when `wanted`. The second value replaces a part that could not be loaded. It offers no
 * retry: a second import waits for the first, and Firefox before 154 remembers that it failed
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
