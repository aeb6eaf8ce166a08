import { DORMANT_DAYS } from '@backoffice/contract/users'
import { type SqlBool, sql } from 'kysely'

/** True for an active row of `users` without a sign-in for `DORMANT_DAYS`, counted from its creation before the first. */
export const isDormant = sql<boolean & SqlBool>`(
  users.status = 'ACTIVE'
  AND coalesce(users.last_sign_in_at, users.created_at) < now() - make_interval(days => ${sql.lit(DORMANT_DAYS)})
)`
