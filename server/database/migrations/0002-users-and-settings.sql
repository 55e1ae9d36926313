-- Who may sign in. A new password raises credential_version, which ends the tokens of the old one.
CREATE TABLE app_user (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- As it was given, and in the one spelling that all spellings of it share.
  name text NOT NULL,
  name_key text NOT NULL UNIQUE,
  -- argon2id in PHC form, with its parameters and salt.
  password_hash text NOT NULL,
  credential_version integer NOT NULL DEFAULT 1,
  -- Where the user last signed in from: sign-in from there stays possible while others guess passwords.
  last_address text,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- What the servers on this database must agree on, such as the generated key that signs the tokens.
CREATE TABLE setting (
  name text PRIMARY KEY,
  value text NOT NULL
);
