-- Groups of the sidebar that a user has collapsed.

ALTER TABLE user_preferences ADD COLUMN closed_groups text[] NOT NULL DEFAULT '{}';
