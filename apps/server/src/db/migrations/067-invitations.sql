-- End of the temporary password of a user who was invited; null before the invitation and for earlier ones.

ALTER TABLE users ADD COLUMN invitation_expires_at timestamptz;
