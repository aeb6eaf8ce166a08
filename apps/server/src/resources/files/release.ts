import type { api } from '@backoffice/contract/api'
import { maskCardNumbers } from '@backoffice/contract/card-number'
import { HttpError, invalidField } from '../../kernel/errors.ts'
import type { Handlers } from '../../kernel/mount.ts'
import { requireVersion } from '../../kernel/version.ts'
import { type FilesDeps, getVisibleFile, lockVisibleFile } from './file-access.ts'
import { decideHold } from './file-writes.store.ts'
import { hasPart, isHeld } from './held-result.ts'

/** Releases a held result, or keeps it held; never by a person who has a part in it. */
export function release({ db, clock }: FilesDeps): Handlers<(typeof api)['files']>['release'] {
  return async ({ body }, { caller }) => {
    const { source_filekey: filekey, version, decision } = body
    const reason = body.reason.trim()
    if (reason === '') throw invalidField('reason', 'required', 'Enter Reason')
    if (maskCardNumbers(reason) !== reason)
      throw invalidField('reason', 'card_number', 'Leave the card number out: this is shown to others.')
    await getVisibleFile(db, filekey, caller)
    return async (tx) => {
      const { file, reload } = await lockVisibleFile(tx, filekey, caller, clock)
      if (hasPart(file, caller)) throw new HttpError('own_result')
      if (!isHeld(file)) throw new HttpError('file_state_conflict', { detail: 'The result is not held.' })
      requireVersion(file.version, version, await reload(), 'The file has moved on in the meantime.')
      await decideHold(tx, filekey, { decision, reason, by: caller.id, at: clock.now() })
      const changes = { hold: ['HELD', decision], because: [file.held_because, file.held_because] } as const
      const action = decision === 'RELEASED' ? 'release' : 'refuse'
      return {
        resource: await reload(),
        audit: [{ resource: 'file', action, id: filekey, changes, reason }],
      }
    }
  }
}
