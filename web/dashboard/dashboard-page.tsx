export function DashboardPage() {
  return <h1 className="text-2xl font-semibold tracking-tight">Metrics Dashboard</h1>
}
