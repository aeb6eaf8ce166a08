import type { Endpoint, EndpointAccess } from '@backoffice/contract/endpoint'
import { describeRules } from './check-call.ts'
import { describeRecentSignIn } from './recent-sign-in.ts'

/** Description of an endpoint in the API documentation: who may call it, and what limits the call. */
export function describeCall({ access, rules, recentSignIn, approval, bodyLimitBytes }: Endpoint): string {
  return (
    describeAccess(access) +
    describeRecentSignIn(recentSignIn) +
    describeApproval(approval) +
    describeRules(rules) +
    describeBodyLimit(bodyLimitBytes)
  )
}

function describeApproval(approval: Endpoint['approval']) {
  return approval === undefined
    ? ''
    : ` May need approval (${approval.join(', ')}): then the call is stored, with status 202.`
}

function describeAccess(access: EndpointAccess) {
  if (access === 'signed-in') return 'Any active user.'
  return `Needs ${typeof access === 'string' ? `\`${access}\`` : access.anyOf.map((each) => `\`${each}\``).join(' or ')}.`
}

function describeBodyLimit(bytes: number | undefined) {
  return bytes === undefined ? '' : ` The body has at most ${bytes / 1024} KB.`
}
