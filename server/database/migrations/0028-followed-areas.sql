-- The countries of a user's briefing, in their order. Without a row they are Germany and that of the newest dashboard.
CREATE TABLE followed_areas (
  user_id integer PRIMARY KEY REFERENCES app_user (id) ON DELETE CASCADE,
  areas text[] NOT NULL
);
