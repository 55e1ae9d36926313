import { testPowerCuts } from '#server/testing/power-cuts.ts'

/** POWER_CUTS=10 makes a short run of it; another SEED cuts at other moments. */
testPowerCuts(Number(process.env['POWER_CUTS'] ?? 200), Number(process.env['SEED'] ?? 2))
