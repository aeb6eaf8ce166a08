#!/bin/sh
# The roles and the database of a first install: the owner of the tables, and the login of the application, which can
# change neither tables nor the audit trail. psql connects by PGHOST, PGPORT, PGUSER and PGPASSWORD, as a superuser or as
# a login with CREATEROLE and CREATEDB, such as the master of RDS and Aurora. Run again, it changes the passwords only.
set -eu
: "${OWNER_PASSWORD:?}" "${APPLICATION_PASSWORD:?}"
psql --no-psqlrc --quiet --set=ON_ERROR_STOP=1 --dbname=postgres \
	--username="${POSTGRES_USER:-${PGUSER:-postgres}}" <<'SQL'
\getenv owner_password OWNER_PASSWORD
\getenv application_password APPLICATION_PASSWORD
SET client_min_messages = warning;
SELECT 'CREATE ROLE ' || name
	FROM unnest(ARRAY['backoffice_app', 'backoffice_owner', 'backoffice']) AS name
	WHERE name NOT IN (SELECT rolname FROM pg_roles) \gexec
ALTER ROLE backoffice_owner LOGIN CREATEROLE PASSWORD :'owner_password';
ALTER ROLE backoffice LOGIN PASSWORD :'application_password';
GRANT backoffice_app TO backoffice_owner WITH ADMIN OPTION;
GRANT backoffice_app TO backoffice;
-- Only a member of a role may give it a database.
GRANT backoffice_owner TO CURRENT_USER;
SELECT 'CREATE DATABASE backoffice OWNER backoffice_owner'
	WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = 'backoffice') \gexec
SQL
