-- What a TSO's forecast of one delivery day (Brussels) said at one time of fetch: mean power in MW, evenly spaced by step_minutes
-- from the beginning of the day, packed like a chunk, NaN for what the answer did not hold. A version is kept when it says
-- something new, and the first one after the forecast was due.
CREATE TABLE forecast_version (
  series_id integer NOT NULL REFERENCES series (id),
  delivery_day date NOT NULL,
  fetched_at timestamptz NOT NULL,
  step_minutes smallint NOT NULL CHECK (step_minutes IN (15, 30, 60)),
  power_mw bytea NOT NULL,
  PRIMARY KEY (series_id, delivery_day, fetched_at)
);
ALTER TABLE forecast_version ALTER COLUMN power_mw SET STORAGE EXTERNAL;
