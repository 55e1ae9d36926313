-- What a user may do: an admin also manages users. The oldest user of an earlier version becomes the admin.
ALTER TABLE app_user
  ADD COLUMN role text NOT NULL DEFAULT 'analyst' CHECK (role IN ('admin', 'analyst')),
  -- A disabled user cannot sign in, and tokens, keys and alerts do nothing.
  ADD COLUMN is_disabled boolean NOT NULL DEFAULT false,
  ADD COLUMN last_sign_in_at timestamptz;
UPDATE app_user SET role = 'admin' WHERE id = (SELECT min(id) FROM app_user);
