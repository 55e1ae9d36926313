-- One row for every time series: its area, its quantity, and the kind of its values.
CREATE TABLE series (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  area text NOT NULL,
  quantity text NOT NULL,
  kind text NOT NULL,
  UNIQUE (area, quantity, kind)
);

-- A calendar month (UTC) of one series as published at one step: mean power in MW, evenly spaced by step_minutes from the first
-- of the month, packed as little-endian float32, NaN for missing. Where a month has chunks of several steps, the finest value
-- of a moment counts.
CREATE TABLE chunk (
  series_id integer NOT NULL REFERENCES series (id),
  month date NOT NULL,
  step_minutes smallint NOT NULL CHECK (step_minutes IN (15, 30, 60)),
  power_mw bytea NOT NULL,
  source text NOT NULL,
  fetched_at timestamptz NOT NULL,
  PRIMARY KEY (series_id, month, step_minutes),
  CHECK (extract(day FROM month) = 1)
);
-- Packed numbers do not compress: trying costs time and saves nothing.
ALTER TABLE chunk ALTER COLUMN power_mw SET STORAGE EXTERNAL;

-- Rises with every committed change of what can be asked for; caches are keyed by it.
CREATE TABLE revision (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  number bigint NOT NULL
);
INSERT INTO revision (number) VALUES (0);
