/** The newest migration of the release that is in production: processes of it run beside those of the next one. */
export const LAST_RELEASE = '022-single-inquiries.sql'
