-- Templates of the reply text: a greeting, the order of the parts, and a closing. The sentences are code.
CREATE TABLE reply_templates (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  version int NOT NULL DEFAULT 1,
  kind text COLLATE "C" NOT NULL
    CHECK (kind IN ('INQUIRY', 'LATE_POINTS', 'MISSING_TRANSACTION', 'WRONG_POINTS', 'OTHER')),
  language text COLLATE "C" NOT NULL CHECK (language IN ('en', 'fil')),
  greeting text NOT NULL DEFAULT '' CHECK (length(greeting) <= 500),
  parts text[] NOT NULL,
  closing text NOT NULL DEFAULT '' CHECK (length(closing) <= 500),
  updated_by_name text,
  updated_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (kind, language)
);

INSERT INTO reply_templates (kind, language, parts)
SELECT kind, language, '{subject,filters,not_found,summary,late,cases,early,rejected,not_listed,not_included,nothing_pending}'
FROM unnest(ARRAY['INQUIRY', 'LATE_POINTS', 'MISSING_TRANSACTION', 'WRONG_POINTS', 'OTHER']) AS kind,
  unnest(ARRAY['en', 'fil']) AS language;

GRANT SELECT, UPDATE ON reply_templates TO backoffice_app;

CREATE FUNCTION label_of_reply_template(of_id uuid) RETURNS text LANGUAGE sql STABLE
SET search_path = public, pg_temp AS $$
  SELECT left(kind, 1) || lower(replace(substr(kind, 2), '_', ' '))
    || CASE language WHEN 'en' THEN ', English' ELSE ', Filipino' END
  FROM reply_templates WHERE id = of_id
$$;
GRANT EXECUTE ON FUNCTION label_of_reply_template(uuid) TO backoffice_app;

-- Language in which a user last copied a reply.
ALTER TABLE user_preferences ADD COLUMN reply_language text NOT NULL DEFAULT 'en'
  CHECK (reply_language IN ('en', 'fil'));
