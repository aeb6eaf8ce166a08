import { dashboardEndpoints } from '@backoffice/contract/endpoints/dashboard'
import { preload } from '../../kit/preload.ts'

export const preloads = {
  operational_dashboard: [preload(dashboardEndpoints.files, {}), preload(dashboardEndpoints.inquiries, {})],
}
