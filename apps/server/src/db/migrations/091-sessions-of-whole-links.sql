-- The session that requested the link: the link ends with it. Null for links of the former release.
ALTER TABLE whole_number_links
  ADD COLUMN session_id text COLLATE "C",
  ADD COLUMN signed_in_at timestamptz;
