import { dashboardEndpoints } from '@backoffice/contract/dashboard'
import { firstRequest } from '../../net/declare-first-request.ts'

/** The first row of tiles and the slowest figures. */
export const firstRequests = {
  operational_dashboard: [
    firstRequest(dashboardEndpoints.files, {}),
    firstRequest(dashboardEndpoints.rows, {}),
    firstRequest(dashboardEndpoints.inquiries, {}),
    firstRequest(dashboardEndpoints.transactions, {}),
    firstRequest(dashboardEndpoints.points, {}),
  ],
}
