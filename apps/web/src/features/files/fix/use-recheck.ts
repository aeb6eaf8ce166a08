import { fixEndpoints } from '@backoffice/contract/fixes'
import { useWrite } from '../../../kit/form/use-write.ts'
import { call } from '../../../net/call.ts'
import { queryClient } from '../../../net/query-client.ts'
import { fileKeys } from '../tracked/file-cache.ts'
import { type FixDraft, itemsOf } from './fix-draft.ts'

type Recheck = { version: number; draft: FixDraft }

/** Saves a draft and starts the check. A refusal refreshes the file, whose rows follow its version. */
export function useRecheck(source_filekey: string, onSent: () => void) {
  const queryKey = fileKeys.detail(source_filekey)
  return useWrite({
    run: ({ version, draft }: Recheck) =>
      call(fixEndpoints.save, { body: { source_filekey, version, items: itemsOf(draft) } }),
    store: (saved) => {
      onSent()
      queryClient.setQueryData(queryKey, saved)
    },
    refresh: (failure) => (failure ? queryClient.invalidateQueries({ queryKey }) : undefined),
    showsError: true,
  })
}
