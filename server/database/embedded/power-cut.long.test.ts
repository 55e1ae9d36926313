import { testPowerCuts } from '#server/testing/power-cuts.ts'

testPowerCuts(200, 2)
