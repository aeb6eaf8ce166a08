import { statusEndpoints } from '@backoffice/contract/status'
import { preload } from '../../net/first-requests.ts'

export const preloads = { status: [preload(statusEndpoints.get, {})] }
