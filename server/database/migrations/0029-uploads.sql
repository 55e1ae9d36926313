-- Forecasts that a user uploads under a name. They are deleted with their user.
CREATE TABLE upload (
  id uuid PRIMARY KEY,
  user_id integer NOT NULL REFERENCES app_user (id) ON DELETE CASCADE,
  name text NOT NULL,
  -- True if every user may see it, not its owner alone.
  is_shared boolean NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (user_id, name)
);
-- Values of one delivery day (Brussels) that were issued at one time: mean power in MW of its quarter hours, packed like a chunk, NaN for none.
CREATE TABLE upload_version (
  upload_id uuid NOT NULL REFERENCES upload (id) ON DELETE CASCADE,
  area text NOT NULL,
  quantity text NOT NULL CHECK (quantity IN ('load', 'solar', 'wind', 'residual')),
  delivery_day date NOT NULL,
  issued_at timestamptz NOT NULL,
  power_mw bytea NOT NULL,
  PRIMARY KEY (upload_id, area, quantity, delivery_day, issued_at)
);
ALTER TABLE upload_version ALTER COLUMN power_mw SET STORAGE EXTERNAL;
-- True if programs with this key may also upload forecasts.
ALTER TABLE access_key ADD COLUMN can_upload boolean NOT NULL DEFAULT false;
