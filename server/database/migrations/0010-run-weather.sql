-- The forecast weather that a run rests on: model, run and when it was known, as `RunWeather` has it; null for a run without weather.
ALTER TABLE forecast_run ADD COLUMN weather jsonb;
