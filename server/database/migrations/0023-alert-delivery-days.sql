-- The delivery day of the last message of a rule about tomorrow; null until it has sent one.
ALTER TABLE alert_rule ADD COLUMN crossed_day text;
