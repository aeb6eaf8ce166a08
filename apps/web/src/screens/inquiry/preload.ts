import { fileEndpoints } from '@backoffice/contract/endpoints/files'
import { inquiryEndpoints } from '@backoffice/contract/endpoints/inquiries'
import { DEFAULT_PREFERENCES } from '@backoffice/contract/preferences'
import { preload } from '../../kit/preload.ts'
import { filesOf, inquiriesOf, readSearch } from './inquiry-search.ts'

const pageSize = DEFAULT_PREFERENCES.page_size
const search = readSearch({})

export const screen = 'smac_inquiry'
export const preloads = [
  { ...preload(fileEndpoints.list, { query: filesOf(search, pageSize) }), pageSize },
  { ...preload(inquiryEndpoints.list, { body: inquiriesOf(search, pageSize) }), pageSize },
]
