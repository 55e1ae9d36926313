-- True if an admin lets the final use this forecast. Never of one that only its owner sees.
ALTER TABLE upload ADD COLUMN is_input boolean NOT NULL DEFAULT false;
-- Labels of the uploaded forecasts that have a weight in the run's final values.
ALTER TABLE forecast_run ADD COLUMN uploads jsonb NOT NULL DEFAULT '[]';
