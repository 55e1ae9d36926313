-- When values of a chunk were first stored; unlike fetched_at it never moves. Of chunks from before this column the last change counts.
ALTER TABLE chunk ADD COLUMN first_stored_at timestamptz;
UPDATE chunk SET first_stored_at = fetched_at;
ALTER TABLE chunk ALTER COLUMN first_stored_at SET NOT NULL;
-- Besides versions that were fetched: what else changed a TSO's forecast in a chunk that existed, such as gaps that were filled later.
ALTER TABLE forecast_version ADD COLUMN is_change boolean NOT NULL DEFAULT false;
