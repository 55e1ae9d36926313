-- The dashboards that people have saved under a name. A dashboard is deleted with its user.
CREATE TABLE dashboard (
  -- Random, because everybody who has a dashboard's address can open it.
  id uuid PRIMARY KEY,
  user_id integer NOT NULL REFERENCES app_user (id) ON DELETE CASCADE,
  name text NOT NULL,
  -- The query of the dashboard's address, version included.
  query text NOT NULL,
  -- Opens with the dashboard page.
  is_start boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (user_id, name)
);
CREATE UNIQUE INDEX dashboard_start ON dashboard (user_id) WHERE is_start;
