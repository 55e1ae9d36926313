-- The days (Brussels) of a series on which its source changed or withdrew an actual value more than a day later.
CREATE TABLE revised_day (
  series_id integer NOT NULL REFERENCES series (id),
  day date NOT NULL,
  PRIMARY KEY (series_id, day)
);
