import { addresses } from '../endpoint.ts'
import type { accessSchemas } from '../schemas/access.ts'

export const accessEndpoints = addresses<typeof accessSchemas>('user')({
  getAccessPolicy: { method: 'GET', path: '/role/access-policy', access: 'signed-in', effect: 'read' },
})
