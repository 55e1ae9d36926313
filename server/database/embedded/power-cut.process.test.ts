import { testPowerCuts } from '#server/testing/power-cuts.ts'

testPowerCuts(3, 1)
