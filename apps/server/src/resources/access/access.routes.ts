import type { api } from '@backoffice/contract/api'
import type { Handlers } from '../../kernel/mount.ts'

export const accessHandlers: Handlers<(typeof api)['access']> = {
  getAccessPolicy: async (_received, { caller }) => ({
    modules: [...caller.access.modules],
    policies: [...caller.access.policies],
  }),
}
