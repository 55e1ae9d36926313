-- The forecasts of the model as they were made: one row for every run of an area and delivery day. Rows are only ever added.
CREATE TABLE forecast_run (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  area text NOT NULL,
  -- A day of the market's zone, Europe/Brussels.
  delivery_day date NOT NULL,
  -- early: before the TSO's wind and solar; complete: with all that the area publishes.
  kind text NOT NULL CHECK (kind IN ('early', 'complete')),
  issued_at timestamptz NOT NULL,
  -- Actual values later than this were not used.
  information_time timestamptz NOT NULL,
  is_late boolean NOT NULL,
  -- Computed afterwards from what was known at the information time.
  is_replayed boolean NOT NULL,
  missing_inputs jsonb NOT NULL,
  note text NOT NULL,
  -- Faults found in what the TSO publishes.
  defects jsonb NOT NULL,
  -- How far the tails of the band were shifted; the next day's band goes on from there.
  band_shift double precision NOT NULL,
  -- By hour: when it starts (epoch ms), then MW, null where there is none; the hours of the day and two beyond it.
  hours jsonb NOT NULL
);
CREATE INDEX forecast_run_by_day ON forecast_run (delivery_day, area);
-- A replay is made once.
CREATE UNIQUE INDEX forecast_run_replay ON forecast_run (area, delivery_day, kind) WHERE is_replayed;
