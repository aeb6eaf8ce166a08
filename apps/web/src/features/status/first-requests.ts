import { statusEndpoints } from '@backoffice/contract/status'
import { preload } from '../../net/declare-first-request.ts'

export const preloads = { status: [preload(statusEndpoints.get, {})] }
