-- By day in Manila. Several rows a day, of which a failure increments one at random, so that an attack does not queue.
create table identity.failed_sign_ins (
  day      date not null,
  shard    smallint not null,
  failures bigint not null,
  primary key (day, shard)
);
