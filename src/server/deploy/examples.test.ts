/** The example settings, the systemd unit and the container file match the code and start a gateway. */
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { type BuiltContainer, readStages, runSteps, startBuilt } from '#tools/container-steps.ts'
import { gatewayArguments } from '#tools/switchboard.ts'
import { settingNames } from '../gateway/shared/configuration.ts'
import { findFreePort } from '../gateway/testing/free-port.ts'
import { temporaryFolder } from '../gateway/testing/process.ts'
import { afterTest } from '../gateway/testing/testing.ts'

const readExample = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8')
const projectFolder = resolve(import.meta.dirname, '../../..')

test('the example settings list every setting and no others', () => {
  const listedNames = [...readExample('.env.example').matchAll(/^#?([A-Z_]+)=/gm)].map(([, name]) => name)
  expect(new Set(listedNames)).toEqual(new Set(settingNames))
})

test('the compose file and the unit set only existing settings', () => {
  const composeSettings = [...readExample('compose.yaml').matchAll(/^ {4}([A-Z_]+): /gm)].map(([, name]) => name)
  const unitSettings = [...readExample('switchboard@.service').matchAll(/^Environment=([A-Z_]+)=/gm)].map(
    ([, name]) => name,
  )
  expect(
    [...composeSettings, ...unitSettings].filter(
      (name) => ![...settingNames, 'NODE_ENV', 'NODE_COMPILE_CACHE'].includes(name ?? ''),
    ),
  ).toEqual([])
  expect(composeSettings).toContain('DATABASE_URL')
})

test('the unit keeps compiled code in a folder that it may write', () => {
  const unit = readExample('switchboard@.service')
  const [, folder] = /^CacheDirectory=(.+)$/m.exec(unit) ?? []
  expect(unit).toContain(`Environment=NODE_COMPILE_CACHE=/var/cache/${folder}\n`)
})

const systemd = '/usr/bin/systemd-analyze'
test.each(existsSync(systemd) ? ['systemd'] : [])('%s accepts the unit', () => {
  const folder = temporaryFolder()
  const unit = join(folder, 'switchboard@.service')
  writeFileSync(
    unit,
    readExample('switchboard@.service').replaceAll('/opt/switchboard/node_modules/.bin/node', process.execPath),
  )
  expect(execFileSync(systemd, ['verify', '--man=no', unit], { encoding: 'utf8', stdio: 'pipe' })).toBe('')
})

test('the unit waits longer for a stop than a command waits for the service', () => {
  expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(readExample('switchboard@.service'))?.[1])).toBeGreaterThan(45)
  expect(Number(/stop_grace_period: (\d+)s/.exec(readExample('compose.yaml'))?.[1])).toBeGreaterThan(45)
})

test('the container runs Node directly, as an unprivileged user', () => {
  const lastStageSteps = readStages().at(-1)?.steps ?? []
  const argumentsOf = (instruction: string) =>
    lastStageSteps.filter((step) => step.instruction === instruction).map(({ argumentText }) => argumentText)
  expect(argumentsOf('USER')).toEqual(['1000:1000'])
  expect(argumentsOf('STOPSIGNAL')).toEqual(['SIGTERM'])
  const flags = gatewayArguments().slice(0, -1)
  expect(argumentsOf('CMD')).toEqual([JSON.stringify(['node', ...flags, 'programs/gateway.js']).replaceAll(',', ', ')])
})

test('the unit runs Node with the arguments of `npm start`', () => {
  expect(/^ExecStart=\S+ (.*)$/m.exec(readExample('switchboard@.service'))?.[1]).toBe(gatewayArguments().join(' '))
})

/** Starts the container's command, checks its health and stops it with SIGTERM. */
async function expectStartAndStop(built: BuiltContainer): Promise<void> {
  const PORT = `${await findFreePort()}`
  const gateway = startBuilt(built, { PORT, HOST: '127.0.0.1' })
  afterTest(async () => void gateway.kill('SIGKILL'))
  let output = ''
  for (const stream of [gateway.stdout, gateway.stderr]) stream.on('data', (chunk) => (output += String(chunk)))
  await expect.poll(() => output, { timeout: 60_000 }).toContain('Connected to the embedded service')
  const [, ...healthCheckArguments] = built.healthCheck
  execFileSync(process.execPath, healthCheckArguments, {
    cwd: built.folder,
    env: { PATH: process.env.PATH, ...built.environment, PORT },
  })
  const page = await fetch(`http://127.0.0.1:${PORT}/`)
  expect(page.status).toBe(200)
  expect(await page.text()).toContain('<title>Switchboard')
  expect(existsSync(join(built.folder, 'data/embedded/gateway.db'))).toBe(true)
  gateway.kill('SIGTERM')
  await once(gateway, 'exit')
  expect(gateway.exitCode).toBe(0)
}

test('the container file builds a gateway that starts, is healthy and ends on SIGTERM, with its commands', {
  timeout: 60_000,
}, async () => {
  const npmCommands: string[] = []
  const built = runSteps(join(temporaryFolder(), 'container'), (command, folder) => {
    const isNpmCommand = /^np[mx] /.test(command)
    if (command.startsWith('npm ci')) symlinkSync(join(projectFolder, 'node_modules'), join(folder, 'node_modules'))
    if (command.startsWith('npx vite build')) {
      execFileSync('mkdir', ['-p', join(folder, 'dist')])
      writeFileSync(join(folder, 'dist/index.html'), '<!doctype html><title>Switchboard</title>')
    }
    if (isNpmCommand) npmCommands.push(command)
    return isNpmCommand
  })
  expect(npmCommands).toEqual(['npm ci', 'npx vite build --logLevel warn'])
  expect(statSync(join(built.folder, 'data')).mode & 0o777).toBe(0o700)
  expect(readdirSync(built.folder).toSorted()).toEqual(['compiled', 'data', 'dist', 'package.json', 'programs'])
  // Node names a folder by its version and the user: the gateway uses the one that the image has.
  const compiledFor = () => readdirSync(join(built.folder, 'compiled'))
  const inImage = compiledFor()
  expect(inImage).toHaveLength(1)
  await expectStartAndStop(built)
  expect(compiledFor()).toEqual(inImage)
  expect(readdirSync(join(built.folder, 'data'))).toEqual(['embedded'])
  execFileSync('npm', ['run', '--silent', 'backup', '--', 'copy'], {
    cwd: built.folder,
    env: { PATH: process.env.PATH, ...built.environment, HOST: '127.0.0.1' },
  })
  expect(readdirSync(join(built.folder, 'copy'))).toContain('gateway.db')
  for (const name of ['backup', 'restore', 'move', 'reset-password'])
    expect(readFileSync(join(built.folder, 'package.json'), 'utf8')).toContain(
      `"${name}": "node programs/maintenance.js ${name}"`,
    )
})

// Only in soak tests, since `npm ci` and a build take long.
test.each(process.env.SOAK === undefined ? [] : ['folder'])(
  'every step of the container file runs in a clean %s',
  {
    timeout: 900_000,
    tags: ['soak'],
  },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'switchboard-container-'))
    const built = runSteps(folder)
    expect(existsSync(join(built.folder, 'node_modules'))).toBe(false)
    await expectStartAndStop(built)
    // Deleting a hundred thousand files takes longer than a hook may.
    rmSync(folder, { recursive: true })
  },
)
