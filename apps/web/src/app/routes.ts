import { index, layout, rootRoute, route, type VirtualRouteNode } from '@tanstack/virtual-file-routes'

/**
 * The file of each address, relative to `src`. A route inside another one is shown in it: a record next to its list. The
 * build reads this table, so a file must name the same address in `createFileRoute`.
 */
export const routes = rootRoute('app/root.route.tsx', [
  index('app/start.route.tsx'),
  layout('app', 'app/signed-in.route.tsx', [
    route('/$', 'app/not-found.route.tsx'),
    route('/account', 'features/account/account.route.tsx'),
    route('/approvals', 'features/approvals/approvals.route.tsx', [
      route('/$id', 'features/approvals/approval.route.tsx'),
    ]),
    route('/audit', 'features/audit/audit.route.tsx'),
    route('/cases', 'features/cases/cases.route.tsx', [
      route('/$id', 'features/cases/case.route.tsx'),
      route('/create', 'features/cases/create-case.route.tsx'),
    ]),
    route('/files', [
      index('features/files/list/files.route.tsx'),
      route('/$source_filekey', 'features/files/file.route.tsx'),
    ]),
    route('/glass/$table', 'features/lookup-tables/glass-list.route.tsx', [
      route('/$id', 'features/lookup-tables/glass-record.route.tsx'),
      route('/create', 'features/lookup-tables/create-glass.route.tsx'),
    ]),
    route('/lookup', [
      index('features/lookup-index/lookup-index.route.tsx'),
      route('/shell_tid', 'features/terminals/terminals.route.tsx', [
        route('/$id', 'features/terminals/terminal.route.tsx'),
        route('/create', 'features/terminals/create-terminal.route.tsx'),
      ]),
      route('/$table', 'features/lookup-tables/lookup-list.route.tsx', [
        route('/$id', 'features/lookup-tables/lookup-record.route.tsx'),
        route('/create', 'features/lookup-tables/create-lookup.route.tsx'),
      ]),
    ]),
    route('/operational_dashboard', [
      index('features/dashboard/dashboard.route.tsx'),
      route('/transactions', 'features/dashboard/transactions.route.tsx'),
    ]),
    route('/reviews', [
      index('features/reviews/reviews.route.tsx'),
      route('/$id', 'features/reviews/review.route.tsx'),
    ]),
    route('/smac_inquiry', 'features/inquiries/inquiries.route.tsx'),
    route('/status', 'features/status/status.route.tsx'),
    route('/users', [
      index('features/users/users-index.route.tsx'),
      route('/users_list', 'features/users/users.route.tsx', [
        route('/$id', 'features/users/user.route.tsx'),
        route('/create', 'features/users/create-user.route.tsx'),
        route('/invite', 'features/users/invite-users.route.tsx'),
      ]),
      route('/users_roles', 'features/roles/roles.route.tsx', [
        route('/$id', 'features/roles/role.route.tsx'),
        route('/create', 'features/roles/create-role.route.tsx'),
      ]),
      route('/users_policies', 'features/policies/policies.route.tsx', [
        route('/$id', 'features/policies/policy.route.tsx'),
        route('/create', 'features/policies/create-policy.route.tsx'),
      ]),
    ]),
  ]),
])

/** Address and file of each route that has an address, such as `/cases/$id`. */
export const ROUTE_FILES: ReadonlyMap<string, string> = new Map(filesOf(routes.children ?? [], ''))

function filesOf(nodes: readonly VirtualRouteNode[], above: string): [string, string][] {
  return nodes.flatMap((node) => {
    if (node.type === 'physical') return []
    const path = node.type === 'route' ? `${above}${node.path}` : above
    const own: [string, string][] = node.type !== 'layout' && node.file ? [[path || '/', node.file]] : []
    return [...own, ...('children' in node ? filesOf(node.children ?? [], path) : [])]
  })
}
