-- What a person has chosen for the screens; signing out empties the browser, so it is kept here.

CREATE TABLE user_preferences (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  version int NOT NULL DEFAULT 0,
  theme text NOT NULL DEFAULT 'system' CHECK (theme IN ('system', 'light', 'dark')),
  page_size int NOT NULL DEFAULT 25 CHECK (page_size IN (10, 25, 50, 100)),
  -- {table: [column, …]}
  columns jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(columns) = 'object'),
  updated_at timestamptz NOT NULL DEFAULT now()
);

GRANT SELECT, INSERT, UPDATE, DELETE ON user_preferences TO backoffice_app;
