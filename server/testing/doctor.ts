import { execFile } from 'node:child_process'

import { z } from 'zod'

import { builtProgram, environmentWith } from './process.ts'

const ReportSchema = z.object({
  exitCode: z.number(),
  checks: z.array(
    z.object({
      part: z.string(),
      what: z.string(),
      status: z.string(),
      steps: z.array(z.number()),
      first: z.string().nullable(),
      last: z.string().nullable(),
      delayMinutes: z.number().nullable(),
      values: z.number().nullable(),
      message: z.string().nullable(),
      advice: z.string().nullable(),
    }),
  ),
})

/** Runs the built command. Its exit code and everything that it wrote. */
export function runDoctor(
  settings: Readonly<Record<string, string>>,
  words: readonly string[] = [],
  node = process.execPath,
) {
  return new Promise<{ code: number; output: string }>((resolve) => {
    const options = { env: environmentWith({ PORT: '0', ...settings }) }
    execFile(node, [...builtProgram('doctor'), ...words], options, (error, stdout, stderr) => {
      resolve({ code: Number(error?.code ?? 0), output: stdout + stderr })
    })
  })
}

export async function readReport(settings: Readonly<Record<string, string>>, node?: string) {
  const { code, output } = await runDoctor(settings, ['--json'], node)
  return { code, output, ...ReportSchema.parse(JSON.parse(output.split('\n', 1)[0] ?? '')) }
}
