import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'

/**
 * Renders a dialog above the screen, for code that is not a component. Resolves to the result that it settles with;
 * rejects with an error of its rendering.
 */
export function openDialog<Result>(render: (settle: (result: Result) => void) => ReactNode): Promise<Result> {
  const { promise, resolve, reject } = Promise.withResolvers<Result>()
  const host = document.body.appendChild(document.createElement('div'))
  const root = createRoot(host, { onUncaughtError: reject })
  root.render(render(resolve))
  return promise.finally(() => {
    root.unmount()
    host.remove()
  })
}
