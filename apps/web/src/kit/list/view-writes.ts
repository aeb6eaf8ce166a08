import {
  type View,
  type ViewAudience,
  type ViewContent,
  viewEndpoints,
} from '@backoffice/contract/endpoints/views'
import { useMutation } from '@tanstack/react-query'
import { ApiError, errorMessage } from '../../net/api-error.ts'
import { call } from '../../net/call.ts'
import { queryClient } from '../../net/query-client.ts'
import { toastDone } from '../toast.ts'
import { setViews, viewsQuery } from './views.ts'

export type ViewWrite =
  | { kind: 'create'; name: string; audience: ViewAudience; content: ViewContent }
  | { kind: 'update'; view: View; name?: string; audience?: ViewAudience; content?: ViewContent }
  | { kind: 'delete'; view: View }
  | { kind: 'default'; view: View | undefined }

/** Writes a view and takes it over into the cached ones; answers with the view to show, if there is one. */
async function write(list: string, change: ViewWrite): Promise<View | undefined> {
  switch (change.kind) {
    case 'create': {
      const { kind: _, ...body } = change
      const created = await call(viewEndpoints.create, { body: { list, ...body } })
      setViews(list, (views) => [...views, created])
      toastDone(`View ${created.name} saved`)
      return created
    }
    case 'update': {
      const { kind: _, view, ...changes } = change
      const body = { version: view.version, ...changes }
      const updated = await call(viewEndpoints.update, { params: { id: view.id }, body })
      setViews(list, (views) => views.map((each) => (each.id === updated.id ? updated : each)))
      toastDone(`View ${updated.name} saved`)
      return updated
    }
    case 'delete': {
      const { id, version, name } = change.view
      await call(viewEndpoints.delete, { params: { id }, version })
      setViews(list, (views) => views.filter((each) => each.id !== id))
      toastDone(`View ${name} deleted`)
      return undefined
    }
    case 'default': {
      const id = change.view?.id ?? null
      await call(viewEndpoints.setDefault, { body: { list, id } })
      setViews(list, (views) => views.map((each) => ({ ...each, is_default: each.id === id })))
      return change.view
    }
  }
}

export function useViewWrite(list: string, onDone: (view: View | undefined, change: ViewWrite) => void) {
  const mutation = useMutation({
    mutationFn: (change: ViewWrite) => write(list, change),
    onSuccess: onDone,
    onError: (error) => {
      // Somebody else's change is shown, so that the next try is based on it.
      const isOutdated = error instanceof ApiError && (error.status === 409 || error.status === 404)
      if (isOutdated) void queryClient.invalidateQueries(viewsQuery(list))
    },
  })
  return {
    run: (change: ViewWrite) => {
      if (!mutation.isPending) mutation.mutate(change)
    },
    isPending: mutation.isPending,
    error: mutation.error && errorMessage(mutation.error),
    reset: mutation.reset,
  }
}
