-- Saved views of lists, and columns with a width.

CREATE TABLE views (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  version int NOT NULL DEFAULT 1,
  list text NOT NULL CHECK (length(list) <= 40),
  name text NOT NULL CHECK (length(name) <= 60),
  audience text NOT NULL CHECK (audience IN ('MINE', 'ROLE', 'EVERYONE')),
  -- The role that its owner had when it was shared; without one left only the owner sees it.
  role_id uuid REFERENCES roles ON DELETE SET NULL CHECK (role_id IS NULL OR audience = 'ROLE'),
  content jsonb NOT NULL CHECK (jsonb_typeof(content) = 'object'),
  owner_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX views_name ON views (owner_id, list, lower(name));
CREATE INDEX views_list ON views (list, audience);
CREATE INDEX views_role ON views (role_id) WHERE role_id IS NOT NULL;

CREATE TABLE view_defaults (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  list text NOT NULL CHECK (length(list) <= 40),
  view_id uuid NOT NULL REFERENCES views ON DELETE CASCADE,
  PRIMARY KEY (user_id, list)
);
CREATE INDEX view_defaults_view ON view_defaults (view_id);

GRANT SELECT, INSERT, UPDATE, DELETE ON views, view_defaults TO backoffice_app;

-- {list: [column, …]} becomes {list: [{"id": column}, …]}, in the names of the fields.
UPDATE user_preferences SET columns = (
  SELECT jsonb_object_agg(list, (
    SELECT coalesce(jsonb_agg(jsonb_build_object('id', coalesce(renamed.to_name, chosen.id)) ORDER BY place), '[]')
    FROM jsonb_array_elements_text(ids) WITH ORDINALITY AS chosen (id, place)
    LEFT JOIN (VALUES
      ('files', 'name', 'file_name'), ('files', 'uploaded', 'created_at'),
      ('inquiries', 'ticket', 'ticket_no'), ('inquiries', 'file', 'file_name'), ('inquiries', 'run_by', 'owner'),
      ('inquiries', 'run', 'created_at')
    ) AS renamed (of_list, from_name, to_name) ON of_list = list AND from_name = chosen.id
  ))
  FROM jsonb_each(columns) AS stored (list, ids)
)
WHERE columns <> '{}';

-- Newest first is read in both directions, with the id as the last sort in the same one.
DROP INDEX files_newest, inquiries_newest;
CREATE INDEX files_newest ON files (created_at, source_filekey);
CREATE INDEX inquiries_newest ON inquiries (created_at, id);
