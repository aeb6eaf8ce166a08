import { statusEndpoints } from '@backoffice/contract/status'
import { firstRequest } from '../../net/declare-first-request.ts'

export const firstRequests = { status: [firstRequest(statusEndpoints.get, {})] }
