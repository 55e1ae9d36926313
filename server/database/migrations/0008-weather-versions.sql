-- What a weather source said of one delivery day (Brussels) of an area at one time. Rows are only ever added.
CREATE TABLE weather_version (
  area text NOT NULL,
  delivery_day date NOT NULL,
  -- When it could be used: the time of fetch, or for data of the past the time at which it would have been there.
  known_at timestamptz NOT NULL,
  fetched_at timestamptz NOT NULL,
  model text NOT NULL,
  -- When the model's run began, null where the source does not say.
  run timestamptz,
  -- The first hour, up to three hours before the day.
  starts_at timestamptz NOT NULL,
  -- By hour temperature (°C), then wind speed at 100 m (m/s), wind power (share of capacity), radiation (W/m²); packed like a chunk.
  packed bytea NOT NULL,
  PRIMARY KEY (area, delivery_day, known_at)
);
ALTER TABLE weather_version ALTER COLUMN packed SET STORAGE EXTERNAL;
