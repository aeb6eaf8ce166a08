import { accessEndpoints } from './endpoints/access.ts'
import { dashboardEndpoints } from './endpoints/dashboard.ts'
import { fileEndpoints } from './endpoints/files.ts'
import { inquiryEndpoints } from './endpoints/inquiries.ts'

/** Every endpoint there is, by noun. The server must mount each one. */
export const api = {
  access: accessEndpoints,
  files: fileEndpoints,
  inquiries: inquiryEndpoints,
  dashboard: dashboardEndpoints,
}
export type Api = typeof api
