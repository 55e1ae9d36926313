-- Values of several sources of one month lie in chunks of their own, so that those of one source can be removed. An hour of a series
-- has values of one source only.
ALTER TABLE chunk DROP CONSTRAINT chunk_pkey, ADD PRIMARY KEY (series_id, month, step_minutes, source);

-- The source whose values a forecast, a version or a run comes from: what was forecast from invented values is invented.
ALTER TABLE forecast_version ADD COLUMN source text NOT NULL DEFAULT '';
ALTER TABLE forecast_run ADD COLUMN source text NOT NULL DEFAULT '';

-- Until now a chunk kept only the last source that wrote to it. Where a database has seen demo values, everything but CSV imports
-- counts as such, and the real source is read again.
DELETE FROM ingestion_state WHERE source <> 'demo'
  AND EXISTS (SELECT FROM ingestion_state WHERE source = 'demo');
UPDATE chunk SET source = 'csv' WHERE source LIKE 'csv %';
UPDATE chunk SET source = coalesce((SELECT min(source) FROM ingestion_state), 'none')
  WHERE source = 'model' OR (source <> 'csv' AND EXISTS (SELECT FROM ingestion_state WHERE source = 'demo'));
UPDATE forecast_version SET source = coalesce((SELECT min(source) FROM ingestion_state), 'none');
UPDATE forecast_run SET source = coalesce((SELECT min(source) FROM ingestion_state), 'none');
ALTER TABLE forecast_version ALTER COLUMN source DROP DEFAULT;
ALTER TABLE forecast_run ALTER COLUMN source DROP DEFAULT;
