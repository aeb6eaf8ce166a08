export const ID = '01900000-0000-7000-8000-000000000001'
export const ROLE = { id: '01900000-0000-7000-8000-000000000002', name: 'Agent' }
export const USER = {
  id: ID,
  version: 3,
  email: 'ana@example.com',
  given_name: 'Ana',
  family_name: 'Cruz',
  contact: null,
  employee_no: null,
  department: 'Cards',
  role: ROLE,
  extra_policies: [],
  status: 'ACTIVE',
  is_locked: false,
  last_sign_in_at: null,
  is_dormant: false,
  invitation_expires_at: null,
  created_at: '2026-11-20T08:00:00Z',
  updated_at: '2026-11-24T08:00:00Z',
  updated_by: { name: 'Benito Cruz' },
  provider_action: null,
  exceeds: { manage: false, account: false },
  mfa_enabled: false,
  must_change_password: false,
  grants: { role: { ...ROLE, modules: [], policies: [], user_count: 1 }, extra_policies: [], temporary: [] },
  open_files: 1,
  open_inquiries: 0,
  open_cases: 0,
}
export const RECEIVER = {
  id: 'u2',
  name: 'Dan Uy',
  email: 'dan@example.com',
  role: 'Agent',
  status: 'ACTIVE',
}

export const reply = (resource: unknown) => () => ({ body: { resource } })

/** Replies about one user. */
export function userReplies() {
  const page = { total: 1, total_estimated: false, page: 1, page_size: 50, next: null, previous: null }
  return {
    'POST /list': reply({ ...page, items: [USER] }),
    [`GET /${ID}`]: reply(USER),
    'GET /role/options': reply({ items: [{ ...ROLE, description: '', is_grantable: true }] }),
    'GET /policy/options': reply({ items: [] }),
    [`GET /history/user/${ID}`]: reply({ items: [], next: null }),
    [`GET /open-work/${ID}`]: reply({
      ...{ files: 1, inquiries: 0, cases: 0, requests: 0, temporary_access: 0, total: 1 },
      items: [],
    }),
    [`GET /sessions/${ID}`]: reply({ is_available: true, items: [] }),
    'GET /search': reply({ items: [RECEIVER] }),
    'GET /views': reply({ items: [] }),
  }
}
