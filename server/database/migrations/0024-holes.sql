-- Past hours that a source answered without values: asked for again until it says so twice, weeks apart.
CREATE TABLE hole (
  source text NOT NULL,
  feed text NOT NULL,
  hours tstzrange NOT NULL,
  since date NOT NULL,
  asked_on date NOT NULL,
  PRIMARY KEY (source, feed, hours)
);
