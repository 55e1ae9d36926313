-- Keys with which programs read series in the name of a user. They end with their user.
CREATE TABLE access_key (
  id uuid PRIMARY KEY,
  user_id integer NOT NULL REFERENCES app_user (id) ON DELETE CASCADE,
  name text NOT NULL,
  -- SHA-256 of the key, hexadecimal. A key is 32 random bytes, so nobody can guess it from its hash.
  key_hash text NOT NULL UNIQUE,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- At most a minute older than the last use.
  last_used_at timestamptz,
  UNIQUE (user_id, name)
);
