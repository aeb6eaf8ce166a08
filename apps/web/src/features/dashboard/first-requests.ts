import { dashboardEndpoints } from '@backoffice/contract/dashboard'
import { preload } from '../../net/declare-first-request.ts'

/** The first row of tiles and the slowest figures. */
export const preloads = {
  operational_dashboard: [
    preload(dashboardEndpoints.files, {}),
    preload(dashboardEndpoints.rows, {}),
    preload(dashboardEndpoints.inquiries, {}),
    preload(dashboardEndpoints.transactions, {}),
    preload(dashboardEndpoints.points, {}),
  ],
}
