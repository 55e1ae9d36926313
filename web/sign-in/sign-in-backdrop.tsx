/** Curves of a week behind the form; decoration only. */
export function SignInBackdrop() {
  return (
    <svg
      aria-hidden
      viewBox="0 0 1440 480"
      preserveAspectRatio="none"
      className="absolute inset-x-0 bottom-0 -z-10 h-[55vh] w-full"
      fill="none"
    >
      {CURVES.map(({ path, style }) => (
        <path key={path} d={path} className={style} strokeWidth="2" vectorEffect="non-scaling-stroke" />
      ))}
    </svg>
  )
}

/** Two curves with a wave a day over a week, the second shallower and later, as a forecast is. */
const CURVES = [
  { path: wave({ level: 300, swing: 90, shift: 0 }), style: 'stroke-accent opacity-45' },
  {
    path: wave({ level: 320, swing: 70, shift: 24 }),
    style: 'stroke-accent opacity-25 [stroke-dasharray:6_6]',
  },
  { path: wave({ level: 400, swing: 40, shift: 90 }), style: 'stroke-line-strong opacity-35' },
]

function wave({ level, swing, shift }: { level: number; swing: number; shift: number }): string {
  const points = Array.from({ length: 145 }, (_, index) => {
    const x = index * 10
    const daily = Math.sin(((x - shift) / 1440) * 7 * 2 * Math.PI)
    const half = Math.sin(((x - shift) / 1440) * 14 * 2 * Math.PI + 0.8)
    const week = Math.sin((x / 1440) * Math.PI * 1.6)
    return `${x} ${(level - swing * (daily * 0.7 + half * 0.35) - 40 * week).toFixed(1)}`
  })
  return `M${points.join('L')}`
}
