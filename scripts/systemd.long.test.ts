import { expect, test } from 'vitest'

import { describeOnPostgresql } from '#server/testing/database.ts'
import { copyDataFolder } from '#server/testing/folders.ts'
import { freePort, statusOf } from '#server/testing/process.ts'

import { startSystemd } from './start-systemd.ts'

const SERVER = 'energy-metrics.service'
const PASSWORD = 'given by the owner'

/** The examples on a real systemd, beside an embedded database of before whose only user is `admin`. */
async function install() {
  const { dataDir } = await copyDataFolder()
  const systemd = await startSystemd(dataDir)
  const port = await freePort()
  const run = async (command: string) => {
    const { code, output } = await systemd.run(command)
    expect([command, code, output]).toEqual([command, 0, output])
    return output
  }
  const settings = (...lines: string[]) =>
    run(`printf '%s\\n' ${[`PORT=${port}`, 'SOURCE=none', ...lines].map((line) => `'${line}'`).join(' ')} |
      install -D -m 600 /dev/stdin /etc/energy-metrics/settings`)
  const startReady = async () => {
    await run(`systemctl daemon-reload; systemctl restart ${SERVER}`)
    await expect.poll(() => statusOf(`http://127.0.0.1:${port}/readyz`)).toBe(200)
  }
  await run(`cd /opt/energy-metrics/deploy && cp *.service *.timer /etc/systemd/system/
    install energy-metrics-run /usr/local/sbin/
    ln -s ${process.execPath} /usr/local/bin/node; mv /mnt/1 /var/lib/energy-metrics`)
  return { run, tryToRun: systemd.run, settings, startReady }
}

describeOnPostgresql('the units of deploy', (createUrl) => {
  test('the server, its backup and its commands use the database of one file, without the first password after the first start', async () => {
    const { run, settings, startReady } = await install()
    const url = await createUrl()
    await settings(`DATABASE_URL=${url}`, 'ADMIN_USERNAME=olivia', `ADMIN_PASSWORD=${PASSWORD}`)
    await startReady()
    await settings(`DATABASE_URL=${url}`)
    await startReady()
    expect(await run('energy-metrics-run users list')).toMatch(/^olivia {2}admin/)
    await run(`echo 'a password for jane' | SUDO_USER=maria energy-metrics-run users add jane`)
    const journal = async () =>
      (await run(`journalctl --unit ${SERVER} --output cat`))
        .split('\n')
        .filter((line) => line.includes('"jane"'))
    await expect.poll(journal).toEqual([expect.stringMatching(/"event":"user-added","account":"maria"/)])
    await run('systemctl start energy-metrics-backup')
    expect(await run('zcat /var/lib/energy-metrics-backups/*.backup')).toContain('"olivia"')
  })

  test('a database that only the server knows is not replaced by the folder of before', async () => {
    const { run, tryToRun, settings, startReady } = await install()
    await settings()
    await run(`mkdir /etc/systemd/system/${SERVER}.d
      echo '${await createUrl()}' > /etc/energy-metrics/database_url
      printf '[Service]\\nLoadCredential=database_url:/etc/energy-metrics/database_url\\nEnvironment=DATABASE_URL_FILE=%%d/database_url\\n' \\
        > /etc/systemd/system/${SERVER}.d/secrets.conf`)
    await startReady()
    const refusal = 'The server uses PostgreSQL and not /var/lib/energy-metrics'
    const listed = await tryToRun('energy-metrics-run users list')
    expect(listed).toMatchObject({ code: 1, output: expect.stringContaining(refusal) })
    const backup = await tryToRun(
      'systemctl start energy-metrics-backup; journalctl --unit energy-metrics-backup',
    )
    expect(backup.output).toContain(refusal)
    expect((await tryToRun('ls /var/lib/energy-metrics-backups/*.backup')).code).not.toBe(0)
  })
})
