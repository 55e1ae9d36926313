-- A server of the version before, which leads until it is restarted, writes chunks without this column.
ALTER TABLE chunk ALTER COLUMN first_stored_at SET DEFAULT now();
