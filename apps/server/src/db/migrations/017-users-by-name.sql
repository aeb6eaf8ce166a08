-- In the order of the list.
DROP INDEX users_name;
CREATE INDEX users_name ON users (lower(given_name || ' ' || family_name) COLLATE "C", id) WHERE status <> 'DELETED';
