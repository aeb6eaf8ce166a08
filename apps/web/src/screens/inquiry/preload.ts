/** Its first tab asks for nothing before its form is sent. */
export const preloads = { smac_inquiry: [] }
