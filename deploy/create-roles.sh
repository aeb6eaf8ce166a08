#!/bin/sh
# The roles of a first install: the owner of the tables, and the login of the application, which can change neither
# tables nor the audit trail. Passwords come by the environment.
set -eu
psql --set=ON_ERROR_STOP=1 --username="${POSTGRES_USER:-postgres}" --dbname=postgres \
	--set=owner_password="$OWNER_PASSWORD" --set=application_password="$APPLICATION_PASSWORD" <<'SQL'
CREATE ROLE backoffice_app NOLOGIN;
CREATE ROLE backoffice_owner LOGIN CREATEROLE PASSWORD :'owner_password';
GRANT backoffice_app TO backoffice_owner WITH ADMIN OPTION;
CREATE ROLE backoffice LOGIN PASSWORD :'application_password' IN ROLE backoffice_app;
CREATE DATABASE backoffice OWNER backoffice_owner;
SQL
