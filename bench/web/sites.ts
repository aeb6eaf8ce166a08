/** A site whose list is measured: paths, names of links, and texts that the screens show with their data. */
export type Site = {
  signIn: string
  list: string
  rowText: string
  link: string
  other: { link: string; text: string }
  search: string
}

export const OURS: Site = {
  signIn: '/login',
  list: '/lookup/tenders',
  rowText: 'In force',
  link: 'Tenders',
  other: { link: 'Shell TID', text: 'Silent|Seen|Never' },
  search: 'input[type=search]',
}

/** The production build of satnaing/shadcn-admin: rows are part of its code, so it waits for no call. */
export const SHADCN_ADMIN: Site = {
  signIn: '/sign-in',
  list: '/tasks',
  rowText: 'TASK-',
  link: 'Tasks',
  other: { link: 'Users', text: '@' },
  search: 'input[placeholder^="Filter"]',
}
