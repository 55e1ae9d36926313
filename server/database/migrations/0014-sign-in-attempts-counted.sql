-- One count for each account and network instead of a list of attempts. Not worth keeping through a crash either.
DROP TABLE sign_in_attempt;
CREATE UNLOGGED TABLE sign_in_attempt (
  -- SHA-256 of an account or a network: somebody may have typed a password where the name belongs.
  key_hash text PRIMARY KEY,
  failures integer NOT NULL,
  -- When the next attempt may begin, or when these failures began to be counted.
  free_at timestamptz NOT NULL
);
