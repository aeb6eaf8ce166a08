import { type Access, effectiveAccess } from '@backoffice/contract/access'
import type { api } from '@backoffice/contract/api'
import type { HandlerInput } from '@backoffice/contract/endpoint'
import { accessChange } from '@backoffice/contract/grants'
import { similarNameIndex } from '@backoffice/contract/similar-names'
import { USER_RULES } from '@backoffice/contract/users'
import type { Tx } from '../../db/client.ts'
import type { Proposal } from '../../kernel/approvals.ts'
import { type Changes, changesOf, recordAudit } from '../../kernel/audit.ts'
import { runBulk } from '../../kernel/bulk.ts'
import type { Call, Caller } from '../../kernel/caller.ts'
import { checkRules } from '../../kernel/check-input.ts'
import { HttpError, invalidFields } from '../../kernel/errors.ts'
import type { Handlers } from '../../kernel/mount.ts'
import { lockAccess } from '../access/access-lock.ts'
import { moreBreakGlassRoles } from '../access/break-glass-offers.store.ts'
import { grantProposal, NO_GRANTS, requireGained } from '../access/granting.ts'
import { requireRecentForAccess } from '../access/high-risk.ts'
import { impactOfUsers } from '../access/impact.ts'
import type { Transition } from '../access/impact-of.ts'
import { requestProviderAction, retryProviderAction } from './provider-actions.ts'
import { NO_FACTS, readDetail } from './user-replies.ts'
import { AUDITED, profileOf, requireExtras, requireRole, type UsersDeps } from './user-values.ts'
import {
  failedRemovals,
  findByEmail,
  findByEmails,
  insertUser,
  listActiveNames,
  saveExtraPolicies,
} from './users.store.ts'

type CreateHandlers = Pick<Handlers<(typeof api)['users']>, 'create' | 'invite' | 'checkInvitations'>
type NewUser = HandlerInput<(typeof api)['users']['create']>['body']

export function createHandlers(deps: UsersDeps): CreateHandlers {
  return {
    create: async ({ body }, call) => {
      await retryRemovals(deps, [body], call)
      return async (tx) => {
        const held = await lockAccess(tx, call.caller, 'user:create')
        const user = await createUser(deps, tx, { caller: call.caller, held }, body)
        const proposal = await creationProposal(tx, [user])
        requireRecentForAccess(call, proposal)
        return {
          resource: await readDetail(tx, held, user.id, NO_FACTS),
          audit: [{ id: user.id, changes: user.changes }],
          proposal,
        }
      }
    },

    invite: async ({ body: { items } }, call) => {
      await retryRemovals(deps, items, call)
      return async (tx) => {
        const held = await lockAccess(tx, call.caller, 'user:create')
        const created: CreatedUser[] = []
        const result = await runBulk({
          tx,
          // Ids by place, so that outcomes keep the order of the items.
          items: items.map((body, index) => ({ id: String(index).padStart(4, '0'), body })),
          isNew: true,
          apply: async ({ body }) => {
            await checkRules(USER_RULES, body)
            const user = await createUser(deps, tx, { caller: call.caller, held }, body)
            created.push(user)
            const { id, name, email, changes } = user
            return { outcome: 'done', row: { id, name, email }, changes }
          },
        })
        const outcomes = result.resource.items.map(({ outcome, row, code, detail, errors }) =>
          outcome === 'done' && row
            ? { outcome, user: row }
            : {
                ...{ outcome: 'refused' as const, code, detail },
                ...(errors && { errors }),
              },
        )
        const proposal = await creationProposal(tx, created)
        requireRecentForAccess(call, proposal)
        return { ...result, resource: { items: outcomes }, proposal }
      }
    },

    checkInvitations: async ({ body }) => {
      const emails = body.emails.map(normalized)
      const holders = await findByEmails(deps.db, emails)
      return {
        taken: holders.map(({ email, id, name }) => ({ email, user: { id, name } })),
        similar: await usersNamedLike(deps, body.names ?? []),
      }
    },
  }
}

/** Each user once, also if several names are similar to theirs. */
async function usersNamedLike({ db }: UsersDeps, names: readonly string[]) {
  if (names.length === 0) return []
  const similarTo = similarNameIndex(await listActiveNames(db))
  const found = names.flatMap((name) => similarTo(name))
  return [...new Map(found.map((user) => [user.id, user])).values()]
}

const normalized = (email: string) => email.trim().toLowerCase()

type CreatedUser = {
  id: string
  name: string
  email: string
  roleId: string
  extraIds: string[]
  transition: Transition
  changes: Changes
}

/** Inserts a user within the caller's access and requests the invitation. Throws HttpErrors. */
async function createUser(
  { sendJob }: UsersDeps,
  tx: Tx,
  { caller, held }: { caller: Caller; held: Access },
  body: NewUser,
): Promise<CreatedUser> {
  const email = normalized(body.email)
  const { role_id: roleId } = body
  await requireFreeEmail(tx, email)
  const role = await requireRole(tx, held, roleId)
  const extraIds = [...new Set(body.extra_policies)].sort()
  const extras = await requireExtras(tx, held, extraIds, new Set())
  const { gained } = accessChange({ modules: [], policies: [] }, effectiveAccess(role, extras))
  requireGained(held, gained, effectiveAccess(role, []))
  const profile = profileOf(body)
  const id = await insertUser(tx, { ...profile, email, role_id: roleId }, caller.id)
  await saveExtraPolicies(tx, id, extraIds, caller.id)
  await requestProviderAction(tx, sendJob, { userId: id, action: 'create', requestedBy: caller.id })
  const values = {
    ...{ ...profile, email, role: role.name, status: 'PENDING' },
    extra_policies: extras.map(({ name }) => name),
  }
  return {
    ...{ id, email, roleId, extraIds },
    name: `${profile.given_name} ${profile.family_name}`,
    transition: { before: NO_GRANTS, after: { role, extra_policies: extras } },
    changes: changesOf({}, values, AUDITED),
  }
}

/** New users cannot decide, so they are no subjects. */
async function creationProposal(tx: Tx, created: readonly CreatedUser[]): Promise<Proposal> {
  const [first] = created
  const what = created.length === 1 && first ? `Create user ${first.name}` : `Create ${created.length} users`
  const affected = created.map(({ name, transition }, index) => ({ id: impactId(index), name, transition }))
  const request = created.flatMap(({ email, roleId, extraIds }) => [email, roleId, extraIds])
  const more = await moreBreakGlassRoles(
    tx,
    new Map(created.map(({ id, roleId }) => [id, { from: null, to: roleId }] as const)),
  )
  const records = created.map(({ email }) => email)
  const impact = impactOfUsers(['create', ...request], affected)
  const ids = new Map(created.map(({ id }, index) => [impactId(index), id]))
  return {
    ...grantProposal(what, records, impact, more, (key) => ids.get(key) ?? key),
    subjects: [],
  }
}

/** Place instead of the id, which another execution of the same call would change. */
const impactId = (index: number) =>
  index === 0 ? NO_GRANTS.role.id : `00000000-0000-4000-8000-${index.toString(16).padStart(12, '0')}`

/** Throws 422 if another user has the email, or `provider_pending` while a deleted account with it may still exist. */
async function requireFreeEmail(tx: Tx, email: string): Promise<void> {
  const { holder, isRemovalOpen } = await findByEmail(tx, email)
  if (holder) {
    const message = `${holder.name} already has this email.`
    const row = { id: holder.id, label: holder.name }
    throw invalidFields([{ field: 'email', code: 'E009', message, row }])
  }
  if (isRemovalOpen) {
    const detail = 'The former account with this email is still being deleted at the identity provider.'
    throw new HttpError('provider_pending', { detail })
  }
}

/**
 * Retries failed removals, because deleted users have no screen for it. Runs in its own transaction, because the call
 * is refused until the removal is done.
 */
async function retryRemovals(
  { db, sendJob }: UsersDeps,
  users: readonly NewUser[],
  {
    caller,
    approver,
    requestId,
    clientRequestId,
  }: Pick<Call, 'caller' | 'requestId' | 'clientRequestId'> & {
    approver?: unknown
  },
): Promise<void> {
  // A stored call changes nothing outside the transaction of its decision, which may only check it.
  if (approver) return
  const emails = users.map(({ email }) => normalized(email))
  for (const id of await failedRemovals(db, emails)) {
    await db.transaction().execute(async (tx) => {
      if (!(await retryProviderAction(tx, sendJob, id))) return
      await recordAudit(tx, { actor: caller, requestId, clientRequestId }, [
        { resource: 'user', action: 'retry', id },
      ])
    })
  }
}
