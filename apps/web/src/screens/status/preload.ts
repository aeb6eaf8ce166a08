import { statusEndpoints } from '@backoffice/contract/endpoints/status'
import { preload } from '../../kit/preload.ts'

export const preloads = { status: [preload(statusEndpoints.get, {})] }
