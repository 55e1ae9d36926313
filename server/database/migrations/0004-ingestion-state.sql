-- What has been read of each feed of a source for good, so that a fill goes on where it stopped and nothing is read twice.
CREATE TABLE ingestion_state (
  source text NOT NULL,
  feed text NOT NULL,
  read_spans tstzmultirange NOT NULL,
  PRIMARY KEY (source, feed)
);
