-- A user who signs in with the organisation: who it is for the OpenID Connect provider. Such a user has no password.
ALTER TABLE app_user
  ALTER COLUMN password_hash DROP NOT NULL,
  ADD COLUMN issuer text,
  ADD COLUMN subject text,
  ADD UNIQUE (issuer, subject),
  ADD CHECK (num_nulls(issuer, subject) IN (0, 2)),
  ADD CHECK (num_nulls(password_hash, subject) = 1);
