-- Failed sign-ins of the last hour, so that several servers are as strict as one. Not worth keeping through a crash.
CREATE UNLOGGED TABLE sign_in_attempt (
  -- SHA-256 of an account or a network.
  key_hash text PRIMARY KEY,
  -- As `AttemptBucket` has it.
  bucket jsonb NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT now()
);
