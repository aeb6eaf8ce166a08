import type { accessSchemas } from '../access.schemas.ts'
import { addresses } from '../endpoint.ts'

export const accessEndpoints = addresses<typeof accessSchemas>('user')({
  getAccessPolicy: { method: 'GET', path: '/role/access-policy', access: 'signed-in', effect: 'read' },
})
