import { type View, type ViewContent, viewEndpoints } from '@backoffice/contract/views'
import { ApiError } from '../../net/api-error.ts'
import { call } from '../../net/call.ts'
import { queryClient } from '../../net/query-client.ts'
import { useWrite } from '../form/use-write.ts'
import type { ViewValues } from './view-form.tsx'
import { setViews, viewsQuery } from './views.ts'

export type ViewWrite =
  | ({ kind: 'create'; content: ViewContent } & ViewValues)
  | ({ kind: 'update'; view: View; content?: ViewContent } & Partial<ViewValues>)
  | { kind: 'delete'; view: View }
  | { kind: 'default'; view: View | undefined }

type ViewWriteResult = {
  change: ViewWrite
  /** The view to show. */
  view?: View | undefined
  successText?: string
}

/** Writes a view and updates the cached views. */
async function write(list: string, change: ViewWrite): Promise<ViewWriteResult> {
  switch (change.kind) {
    case 'create': {
      const { kind: _, ...body } = change
      const view = await call(viewEndpoints.create, { body: { list, ...body } })
      setViews(list, (views) => [...views, view])
      return { change, view, successText: `View ${view.name} saved` }
    }
    case 'update': {
      const { kind: _, view: seen, ...changes } = change
      const body = { version: seen.version, ...changes }
      const view = await call(viewEndpoints.update, { params: { id: seen.id }, body })
      setViews(list, (views) => views.map((each) => (each.id === view.id ? view : each)))
      return { change, view, successText: `View ${view.name} saved` }
    }
    case 'delete': {
      const { id, version, name } = change.view
      await call(viewEndpoints.delete, { params: { id }, version })
      setViews(list, (views) => views.filter((each) => each.id !== id))
      return { change, successText: `View ${name} deleted` }
    }
    case 'default': {
      const id = change.view?.id ?? null
      await call(viewEndpoints.setDefault, { body: { list, id } })
      setViews(list, (views) => views.map((each) => ({ ...each, is_default: each.id === id })))
      return { change, view: change.view }
    }
  }
}

/** `take` applies the result to the list, even after the panel is closed; `close` closes the panel. */
export function useViewWrite(list: string, take: (result: ViewWriteResult) => void, close: () => void) {
  return useWrite({
    run: (change: ViewWrite) => write(list, change),
    successText: ({ successText }) => successText,
    store: take,
    // Loads another user's change, so that the next try is based on it.
    refresh: (error) =>
      error instanceof ApiError && [404, 409].includes(error.status)
        ? queryClient.invalidateQueries(viewsQuery(list))
        : undefined,
    close,
    showsError: true,
  })
}
