-- Null until a rule has been looked at: a new one is neither crossed nor not crossed.
ALTER TABLE alert_rule ALTER COLUMN is_crossed DROP NOT NULL, ALTER COLUMN is_crossed DROP DEFAULT;
