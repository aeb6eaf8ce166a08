import type { api } from '@backoffice/contract/api'
import { HttpError } from '../../kernel/errors.ts'
import type { Handlers } from '../../kernel/mount.ts'
import type { FilesDeps } from '../files/file-access.ts'

export function fixesHandlers(_deps: FilesDeps): Handlers<(typeof api)['fixes']> {
  return {
    rows: async () => {
      throw new HttpError('file_not_found')
    },
    cell: async () => {
      throw new HttpError('file_not_found')
    },
    save: async () => {
      throw new HttpError('file_not_found')
    },
  }
}
