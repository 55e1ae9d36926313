-- The delivery days or runs of a rule's messages before the last one, the newest first: a clock that steps back repeats none of them.
ALTER TABLE alert_rule ADD COLUMN told_before text[] NOT NULL DEFAULT '{}';
-- A rule about tomorrow that was crossed before delivery days were stored has told of the day after its last message.
UPDATE alert_rule SET crossed_day = (
  SELECT to_char((max(created_at) AT TIME ZONE 'Europe/Brussels')::date + 1, 'YYYY-MM-DD')
  FROM alert_message WHERE rule_id = alert_rule.id
) WHERE is_crossed AND crossed_day IS NULL AND area IS NOT NULL AND hours IS NULL;
