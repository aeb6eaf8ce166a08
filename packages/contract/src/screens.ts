/** The screens there are. The server answers these paths with the page and anything else with a 404. */
export const SCREENS = [
  { name: 'index', path: '/' },
  { name: 'login', path: '/login' },
  { name: 'components', path: '/components' },
  { name: 'operational_dashboard', path: '/operational_dashboard' },
  { name: 'smac_inquiry', path: '/smac_inquiry' },
  { name: 'files-source_filekey', path: '/files/{source_filekey}' },
] as const

const patterns = SCREENS.map(({ path }) => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}/?$`))

export function isScreen(path: string): boolean {
  return patterns.some((pattern) => pattern.test(path))
}
