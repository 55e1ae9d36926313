import { Presets, SingleBar } from 'cli-progress'

interface ProgressLineOptions {
  stream?: NodeJS.WriteStream
  /** Replaces the line of text. */
  onTenth?: (progress: { done: number; total: number }) => unknown
}

const TENTHS = 10

/** On a terminal a bar, from the first update to the total; elsewhere a line for every tenth of the `unit`s. */
export function createProgressLine(
  label: string,
  unit: string,
  {
    stream = process.stdout,
    onTenth = ({ done, total }) => stream.write(`${label}: ${done} of ${total} ${unit}\n`),
  }: ProgressLineOptions = {},
) {
  const bar = new SingleBar(
    {
      stream,
      format: `  ${label}  {bar}  {value} of {total} ${unit}`,
      barsize: 30,
      clearOnComplete: false,
      gracefulExit: false,
    },
    Presets.rect,
  )
  let lastTenth = -1

  function writeTenth(done: number, total: number): void {
    const tenth = Math.floor((TENTHS * done) / Math.max(1, total))
    if (tenth === lastTenth) return
    lastTenth = tenth
    onTenth({ done, total })
  }

  return {
    update: ({ done, total }: { done: number; total: number }): void => {
      if (!stream.isTTY) {
        writeTenth(done, total)
        return
      }
      if (done >= total && !bar.isActive) return
      if (!bar.isActive) bar.start(total, done)
      bar.setTotal(total)
      bar.update(done)
      if (done >= total) bar.stop()
    },
    end: (): void => bar.stop(),
  }
}
