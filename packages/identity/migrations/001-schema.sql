-- Times are written by the provider's clock, not by now(): tests and several processes share one notion of time.

create table identity.users (
  sub             uuid primary key,
  email           text not null,
  email_key       text not null unique,
  email_verified  boolean not null,
  attributes      jsonb not null default '{}',
  status          text not null check (status in ('CONFIRMED', 'FORCE_CHANGE_PASSWORD', 'RESET_REQUIRED')),
  enabled         boolean not null default true,
  salt            bytea not null,
  -- SRP verifier under AES-GCM; the key is never in this database.
  verifier        bytea not null,
  -- Raised by everything that ends sessions; a session or challenge of an older generation is void.
  generation      integer not null default 1,
  temporary_until timestamptz,
  created_at      timestamptz not null,
  updated_at      timestamptz not null
);

create table identity.sessions (
  id         uuid primary key,
  user_sub   uuid not null references identity.users on delete cascade,
  token_hash bytea not null unique,
  generation integer not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create index sessions_of_user on identity.sessions (user_sub, created_at);
create index sessions_expiry on identity.sessions (expires_at);

-- Keys of the next three are keyed digests: they name known and unknown users alike and say nothing about either.
create table identity.counters (
  key           bytea primary key,
  count         integer not null,
  blocked_until timestamptz not null default '-infinity',
  expires_at    timestamptz not null
);
create index counters_expiry on identity.counters (expires_at);

create table identity.codes (
  key        bytea primary key,
  hash       bytea not null,
  tries      integer not null default 0,
  expires_at timestamptz not null
);
create index codes_expiry on identity.codes (expires_at);

create table identity.used_challenges (
  id         bytea primary key,
  expires_at timestamptz not null
);
create index used_challenges_expiry on identity.used_challenges (expires_at);

create table identity.signing_keys (
  kid         text primary key,
  public_jwk  jsonb not null,
  private_key bytea not null,
  created_at  timestamptz not null,
  -- A retired key still verifies until its tokens have run out; only one key signs.
  retired_at  timestamptz
);
create unique index signing_keys_active on identity.signing_keys ((true)) where retired_at is null;
