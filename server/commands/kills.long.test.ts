import { describeOnPostgresql } from '#server/testing/database.ts'
import { testKills } from '#server/testing/kills.ts'
import { createFolder } from '#server/testing/process.ts'

const KILLS = 50

testKills(KILLS, 1, async () => {
  const dataDir = await createFolder()
  return { location: { dataDir }, environment: { DATA_DIR: dataDir } }
})

describeOnPostgresql('killed', (createUrl) => {
  testKills(KILLS, 2, async () => {
    const url = await createUrl()
    return { location: { url }, environment: { DATABASE_URL: url } }
  })
})
