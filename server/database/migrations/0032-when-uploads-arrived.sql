-- When a version arrived with its values as they are; null where an operator imported it by command, or where this was not kept yet.
ALTER TABLE upload_version ADD COLUMN received_at timestamptz;
-- Of the days before this one only versions are kept that count at some moment.
ALTER TABLE upload ADD COLUMN thinned_to date NOT NULL DEFAULT '1970-01-01';
-- When its owner changed values of days that had begun while the final used it, which ended that use; null otherwise.
ALTER TABLE upload ADD COLUMN rewritten_at timestamptz;
