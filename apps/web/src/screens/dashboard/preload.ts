import { dashboardEndpoints } from '@backoffice/contract/endpoints/dashboard'
import { preload } from '../../kit/preload.ts'

export const screen = 'operational_dashboard'
export const preloads = [preload(dashboardEndpoints.files, {}), preload(dashboardEndpoints.inquiries, {})]
