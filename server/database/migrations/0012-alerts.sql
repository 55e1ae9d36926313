-- What a user wants to be told of. A rule ends with its user.
CREATE TABLE alert_rule (
  id uuid PRIMARY KEY,
  user_id integer NOT NULL REFERENCES app_user (id) ON DELETE CASCADE,
  name text NOT NULL,
  area text NOT NULL,
  measure text NOT NULL CHECK (measure IN ('load', 'solar', 'wind', 'residual', 'error')),
  side text NOT NULL CHECK (side IN ('above', 'below')),
  threshold_mw double precision NOT NULL,
  -- How many hours are looked at: the next ones, or for errors the last ones.
  hours smallint NOT NULL,
  url text NOT NULL,
  -- Signs the messages, so it has to be kept as it is.
  secret text NOT NULL,
  -- Whether it was crossed when it was last looked at: a message is sent when this becomes true.
  is_crossed boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (user_id, name)
);

-- Messages to send, and those of the last month.
CREATE TABLE alert_message (
  id uuid PRIMARY KEY,
  rule_id uuid NOT NULL REFERENCES alert_rule (id) ON DELETE CASCADE,
  body text NOT NULL,
  created_at timestamptz NOT NULL,
  -- When it was delivered or given up; null while it is to be sent.
  ended_at timestamptz,
  -- Why it was given up.
  failure text
);
CREATE INDEX alert_message_by_rule ON alert_message (rule_id, created_at);
CREATE INDEX alert_message_waiting ON alert_message (created_at) WHERE ended_at IS NULL;
