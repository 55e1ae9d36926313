import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { cpus, loadavg, totalmem } from 'node:os'
import { basename } from 'node:path'
import { promisify } from 'node:util'

import { z } from 'zod'

import { findChromium } from '#scripts/system-packages.js'

import type { Figure } from './figure.ts'

export const RESULTS_FILE = 'bench/results.json'
/** The versions that affect the figures most. */
const PACKAGES = ['@electric-sql/pglite', 'pg', 'fastify', 'uplot', 'leaflet', 'react'] as const

const ResultsSchema = z.record(z.string(), z.unknown())

async function versionOf(name: string): Promise<string> {
  const text = await readFile(`node_modules/${name}/package.json`, 'utf8')
  return z.object({ version: z.string() }).parse(JSON.parse(text)).version
}

/** Keyed by the name of the program, because the headless shell does less work than the whole browser. */
async function readBrowserVersion(): Promise<Record<string, string>> {
  const browser = findChromium()
  if (browser === null) return {}
  const { stdout } = await promisify(execFile)(browser, ['--version'])
  return { [basename(browser)]: /\d[\d.]*/.exec(stdout)?.[0] ?? stdout }
}

async function readVersions(): Promise<Record<string, string>> {
  const packages = await Promise.all(PACKAGES.map(async (name) => [name, await versionOf(name)] as const))
  return {
    node: process.versions.node,
    ...Object.fromEntries(packages),
    ...(await readBrowserVersion()),
  }
}

/** The figures of one benchmark with their circumstances. Benchmarks need not all run on the same day. */
async function describeResult(figures: readonly Figure[]) {
  return {
    date: new Date().toISOString(),
    machine: {
      processor: cpus()[0]?.model ?? 'unknown',
      processors: cpus().length,
      memoryGb: Math.round(totalmem() / 1e9),
      loadAtEnd: loadavg()[0] ?? 0,
    },
    versions: await readVersions(),
    figures,
  }
}

/** Replaces the results of one benchmark. Keeps the results of others only if they are in `names`, in that order. */
export async function keepResult(
  name: string,
  figures: readonly Figure[],
  names: readonly string[],
): Promise<void> {
  const kept = ResultsSchema.parse(JSON.parse(await readFile(RESULTS_FILE, 'utf8')))
  const results = { ...kept, [name]: await describeResult(figures) }
  const inOrder = Object.fromEntries(
    names.filter((each) => each in results).map((each) => [each, results[each]]),
  )
  await writeFile(RESULTS_FILE, `${JSON.stringify(inOrder, null, 2)}\n`)
}
