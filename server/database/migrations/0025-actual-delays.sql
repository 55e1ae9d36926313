-- How late the actual load of an area was: the longest time since the end of the newest value that a poll of a day (Brussels) found.
CREATE TABLE actual_delay (
  source text NOT NULL,
  area text NOT NULL,
  day date NOT NULL,
  minutes integer NOT NULL,
  PRIMARY KEY (source, area, day)
);
