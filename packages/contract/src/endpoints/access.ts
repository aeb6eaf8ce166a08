import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'

export const accessEndpoints = {
  getAccessPolicy: endpoint({
    api: 'user',
    method: 'GET',
    path: '/role/access-policy',
    summary: 'What the caller may see and do',
    access: 'signed-in',
    effect: 'read',
    reply: z.object({ modules: z.array(z.string()), policies: z.array(z.string()) }),
  }),
}
