import { accessEndpoints } from './endpoints/access.ts'
import { accountEndpoints } from './endpoints/account.ts'
import { dashboardEndpoints } from './endpoints/dashboard.ts'
import { fileEndpoints } from './endpoints/files.ts'
import { historyEndpoints } from './endpoints/history.ts'
import { inquiryEndpoints } from './endpoints/inquiries.ts'
import { preferencesEndpoints } from './endpoints/preferences.ts'

/** Every endpoint there is, by noun. The server must mount each one. */
export const api = {
  access: accessEndpoints,
  account: accountEndpoints,
  preferences: preferencesEndpoints,
  files: fileEndpoints,
  inquiries: inquiryEndpoints,
  dashboard: dashboardEndpoints,
  history: historyEndpoints,
}
export type Api = typeof api
