-- What has been read again today of each feed: actual values of the last weeks are revised now and then.
ALTER TABLE ingestion_state
  ADD COLUMN read_again_on date,
  ADD COLUMN read_again_spans tstzmultirange NOT NULL DEFAULT '{}';

-- From when to when a source was seen to publish a part of a sum, such as the offshore wind of a zone.
CREATE TABLE published_part (
  source text NOT NULL,
  part text NOT NULL,
  seen tstzrange NOT NULL,
  PRIMARY KEY (source, part)
);
