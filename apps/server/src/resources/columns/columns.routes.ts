import type { api } from '@backoffice/contract/api'
import { HttpError } from '../../kernel/errors.ts'
import type { Handlers } from '../../kernel/mount.ts'
import type { FilesDeps } from '../files/file-access.ts'

export function columnsHandlers(_deps: FilesDeps): Handlers<(typeof api)['columns']> {
  return {
    get: async () => {
      throw new HttpError('file_not_found')
    },
    match: async () => {
      throw new HttpError('file_not_found')
    },
  }
}
