-- The trail as a list: newest first, filtered, searched by words, and kept for five years.

-- A text as words: letters and digits; a uuid is one word.
CREATE FUNCTION audit_words(text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE RETURN
  regexp_replace(
    regexp_replace($1,
      '([0-9a-f]{8})-([0-9a-f]{4})-([0-9a-f]{4})-([0-9a-f]{4})-([0-9a-f]{12})', '\1\2\3\4\5', 'gi'),
    '[^[:alnum:]]+', ' ', 'g');

-- What a search looks into: the actor's name, the words of the action, the record's id, the reason and the values of
-- the changes, of which the first 4,000 characters are enough.
CREATE FUNCTION audit_search(actor_name text, action text, resource_id text, reason text, changes jsonb)
RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN
  to_tsvector('simple', audit_words(left(
    actor_name || ' ' || action || ' ' || coalesce(resource_id, '') || ' ' || coalesce(reason, '') || ' ' || CASE
      WHEN changes = '{}' THEN ''
      ELSE coalesce((SELECT string_agg(value #>> '{}', ' ') FROM jsonb_path_query(changes, '$.*[*]') AS value), '')
    END, 4000)));

-- All words of a text, of the last of which the beginning is enough if it has three letters.
CREATE FUNCTION audit_search_query(text) RETURNS tsquery LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE RETURN
  CASE WHEN audit_words($1) ~ '[[:alnum:]]{3} ?$'
    THEN to_tsquery('simple', replace(btrim(audit_words($1)), ' ', ' & ') || ':*')
    ELSE plainto_tsquery('simple', audit_words($1))
  END;

ALTER TABLE audit_events ADD COLUMN search tsvector NOT NULL
  GENERATED ALWAYS AS (audit_search(actor_name, action, resource_id, reason, changes)) STORED;
CREATE INDEX audit_events_search ON audit_events USING gin (search);

-- Each filter in the order of the list.
CREATE INDEX audit_events_newest ON audit_events (at, id);
DROP INDEX audit_events_actor;
CREATE INDEX audit_events_actor ON audit_events ((coalesce(actor_id::text, 'system')), at, id);
CREATE INDEX audit_events_action ON audit_events ((split_part(action, '.', 2)), at, id);
CREATE INDEX audit_events_refused ON audit_events (at, id) INCLUDE (reason) WHERE outcome = 'refused';
-- Of a request the first eight characters, which the list shows.
CREATE INDEX audit_events_request ON audit_events (left(request_id, 8)) WHERE request_id IS NOT NULL;

-- The application may not delete events. This function of the owner deletes those that are more than five years old,
-- and says so in the trail; it takes no date.
CREATE FUNCTION remove_old_audit_events(most int) RETURNS int LANGUAGE plpgsql SECURITY DEFINER
SET search_path = public, pg_temp AS $$
DECLARE
  removed int;
  newest timestamptz;
BEGIN
  WITH old AS (
    SELECT id FROM audit_events WHERE at < now() - interval '5 years'
    ORDER BY at, id LIMIT least(most, 10000) FOR UPDATE SKIP LOCKED
  ), gone AS (
    DELETE FROM audit_events USING old WHERE audit_events.id = old.id RETURNING audit_events.at
  )
  SELECT count(*), max(at) INTO removed, newest FROM gone;
  IF removed > 0 THEN
    INSERT INTO audit_events (actor_name, action, resource, outcome, changes) VALUES ('System', 'audit.remove',
      'audit', 'done', jsonb_build_object('events', jsonb_build_array(removed, 0), 'until', jsonb_build_array(newest, NULL)));
  END IF;
  RETURN removed;
END $$;
REVOKE EXECUTE ON FUNCTION remove_old_audit_events(int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION remove_old_audit_events(int) TO backoffice_app;
