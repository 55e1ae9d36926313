-- What a command did that a company watches for, until a server has logged it.
CREATE TABLE command_event (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  happened_at timestamptz NOT NULL DEFAULT now(),
  details text NOT NULL
);
