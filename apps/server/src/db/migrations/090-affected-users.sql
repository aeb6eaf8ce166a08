-- What a request shows about access: who gains it, until when, and who may take it in an emergency.
ALTER TABLE approvals
  -- The first affected users by name, with their roles and extra policies before and after.
  ADD COLUMN users jsonb NOT NULL DEFAULT '[]',
  ADD COLUMN users_total int NOT NULL DEFAULT 0,
  -- Users who may take more high-risk access at once, by role.
  ADD COLUMN takers jsonb NOT NULL DEFAULT '[]',
  -- The requested role or policy; null for other changes.
  ADD COLUMN requested_access jsonb,
  -- End of the requested access; null without a date.
  ADD COLUMN access_until timestamptz;
