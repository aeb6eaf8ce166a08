create table identity.second_factors (
  user_sub       uuid primary key references identity.users on delete cascade,
  -- Under AES-GCM like the verifier; here only once a code has shown that the authenticator works.
  totp_secret    bytea,
  -- The last step a code was accepted for: only later ones are good.
  totp_used_step integer not null default -1,
  totp_enabled   boolean not null default false check (not totp_enabled or totp_secret is not null),
  sms_enabled    boolean not null default false,
  preferred      text check (preferred in ('SOFTWARE_TOKEN_MFA', 'SMS_MFA'))
);

-- Handed out and not yet confirmed by a code.
create table identity.pending_authenticators (
  user_sub    uuid primary key references identity.users on delete cascade,
  totp_secret bytea not null,
  expires_at  timestamptz not null
);
create index pending_authenticators_expiry on identity.pending_authenticators (expires_at);

-- A challenge that is answered by a code may be answered several times before it is spent.
alter table identity.used_challenges
  add column tries integer not null default 0,
  add column spent boolean not null default true;

alter table identity.sessions
  -- Null: not since it began.
  add column last_used_at timestamptz,
  add column user_agent   text,
  add column ip           text;

-- When the last token that a retired key may have signed has run out.
alter table identity.signing_keys add column expires_at timestamptz;
update identity.signing_keys set expires_at = retired_at + interval '1 day' where retired_at is not null;
alter table identity.signing_keys add check ((retired_at is null) = (expires_at is null));
create index signing_keys_expiry on identity.signing_keys (expires_at);
