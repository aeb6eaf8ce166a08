import { fileEndpoints } from '@backoffice/contract/endpoints/files'
import { inquiryEndpoints } from '@backoffice/contract/endpoints/inquiries'
import { DEFAULT_PREFERENCES } from '@backoffice/contract/preferences'
import { preload } from '../../kit/preload.ts'
import { filesOf, inquiriesOf } from './inquiry-lists.ts'

const pageSize = DEFAULT_PREFERENCES.page_size

export const preloads = {
  smac_inquiry: [
    { ...preload(fileEndpoints.list, { query: filesOf({}, pageSize) }), pageSize },
    { ...preload(inquiryEndpoints.list, { body: inquiriesOf({}, pageSize) }), pageSize },
  ],
}
