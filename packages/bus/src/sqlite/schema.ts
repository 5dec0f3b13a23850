/** Numbered migrations of the bus's tables: appended to, never edited. */
export const migrations = [
  `
  -- What was published, in order. Pruned by age.
  CREATE TABLE bus_events (
    position INTEGER PRIMARY KEY,
    id TEXT NOT NULL,
    subject TEXT NOT NULL,
    tenant TEXT NOT NULL,
    key TEXT NOT NULL,
    partition INTEGER NOT NULL,
    sequence INTEGER NOT NULL,
    headers TEXT NOT NULL,
    bytes BLOB NOT NULL,
    published_at INTEGER NOT NULL
  );

  CREATE TABLE bus_groups (number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);

  -- What a group listens to. Events up to replay_end, published before it did, are copied to it from replay_from on.
  CREATE TABLE bus_subscriptions (
    subject TEXT NOT NULL,
    group_number INTEGER NOT NULL,
    replay_from INTEGER NOT NULL,
    replay_end INTEGER NOT NULL,
    PRIMARY KEY (subject, group_number)
  ) WITHOUT ROWID;

  -- What each group still has to do. No index on due_at: it made leasing ten times slower, and memory knows it.
  CREATE TABLE bus_deliveries (
    group_number INTEGER NOT NULL,
    partition INTEGER NOT NULL,
    position INTEGER NOT NULL,
    attempts INTEGER NOT NULL,
    due_at INTEGER NOT NULL,
    PRIMARY KEY (group_number, partition, position)
  ) WITHOUT ROWID;

  -- Self-contained, because the event itself may be pruned before someone decides.
  CREATE TABLE bus_dead_letters (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    group_number INTEGER NOT NULL,
    event_id TEXT NOT NULL,
    tenant TEXT NOT NULL,
    subject TEXT NOT NULL,
    key TEXT NOT NULL,
    sequence INTEGER NOT NULL,
    headers TEXT NOT NULL,
    bytes BLOB NOT NULL,
    code TEXT NOT NULL,
    message TEXT NOT NULL,
    attempts INTEGER NOT NULL,
    at INTEGER NOT NULL
  );
  CREATE INDEX bus_dead_letters_by_tenant ON bus_dead_letters (tenant, number);
  `,
] as const
