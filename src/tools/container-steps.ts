/**
 * `node src/tools/container-steps.ts <empty folder>` runs the steps of the container file in a folder, without an image or a registry, to
 * check that the file builds something that starts. Each stage becomes a folder, and absolute paths in the file are relative to it. The
 * current Node replaces that of the base image.
 */
import { execFileSync, spawn } from 'node:child_process'
import { cpSync, existsSync, globSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

const top = resolve(import.meta.dirname, '../..')
/** Relative to the project's root. */
const containerFile = 'src/server/deploy/Dockerfile'

interface Step {
  instruction: string
  /** `--from=build`, `--interval=10s`… by name. */
  options: Record<string, string>
  words: string
}

export interface Stage {
  name: string
  steps: Step[]
}

function parseStep(line: string): Step {
  const [, instruction = '', rest = ''] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? []
  const [, flags = '', words = ''] = /^((?:--\S+\s+)*)(.*)$/.exec(rest) ?? []
  const options = Object.fromEntries([...flags.matchAll(/--([\w-]+)=(\S+)/g)].map(([, name, value]) => [name, value]))
  return { instruction, options, words }
}

/** The stages of a container file, each with its steps in order. */
export function readStages(text = readFileSync(join(top, containerFile), 'utf8')): Stage[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'))
  const stages: Stage[] = []
  for (const step of lines.map(parseStep)) {
    if (step.instruction === 'FROM') {
      const name = /\sAS\s+(\S+)$/i.exec(step.words)?.[1]
      stages.push({ name: name ?? `${stages.length}`, steps: [] })
    } else stages.at(-1)?.steps.push(step)
  }
  return stages
}

/** Which files `.dockerignore` excludes from the build. */
function isIgnored(): (path: string) => boolean {
  const patterns = readFileSync(join(top, `${containerFile}.dockerignore`), 'utf8')
    .split('\n')
    .filter(Boolean)
  const ignored = new Set(patterns.flatMap((pattern) => globSync(pattern, { cwd: top, exclude: ['node_modules/**'] })))
  return (path) => ignored.has(path) || patterns.includes(path)
}

export interface Built {
  /** The working folder of the last stage. */
  folder: string
  environment: Record<string, string>
  command: string[]
  healthCheck: string[]
}

/**
 * Runs the steps.
 *
 * @param into an empty folder
 * @param runInstead replaces a RUN step; returns false to run the step itself
 */
export function runSteps(into: string, runInstead: (command: string, folder: string) => boolean = () => false): Built {
  const ignored = isIgnored()
  const built: Built = { folder: into, environment: {}, command: [], healthCheck: [] }
  for (const { name, steps } of readStages()) {
    const root = join(into, name)
    let folder = root
    const at = (path: string) => (path.startsWith('/') ? join(root, path) : join(folder, path))
    mkdirSync(root, { recursive: true })
    built.environment = {}
    const run: Record<string, (step: Step) => void> = {
      WORKDIR: ({ words }) => {
        folder = at(words)
        mkdirSync(folder, { recursive: true })
      },
      COPY: ({ words, options: { from, chown } }) => {
        const paths = words.split(/\s+/)
        const to = at(paths.pop() ?? '')
        for (const path of paths) {
          const source = from === undefined ? join(top, path) : join(into, from, path)
          const isFile = existsSync(source) && !path.endsWith('/') && /\.\w+$/.test(path)
          cpSync(source, isFile ? join(to, path.split('/').at(-1) ?? '') : to, {
            recursive: true,
            verbatimSymlinks: true,
            filter: (one) => from !== undefined || !ignored(one.slice(top.length + 1)),
          })
          if (chown && process.getuid?.() === 0) execFileSync('chown', ['-R', chown, to])
        }
      },
      RUN: ({ words }) => {
        if (runInstead(words, folder)) return
        // As in a container, this process's environment is not inherited.
        const env = {
          PATH: `${dirname(process.execPath)}:${process.env.PATH ?? ''}`,
          HOME: process.env.HOME,
          ...built.environment,
        }
        execFileSync('sh', ['-ec', words], { cwd: folder, stdio: 'inherit', env })
      },
      ENV: ({ words }) => {
        const [name = '', value = ''] = words.split(/=(.*)/)
        built.environment[name] = value
      },
      CMD: ({ words }) => {
        built.command = JSON.parse(words) as string[]
      },
      HEALTHCHECK: ({ words }) => {
        built.healthCheck = JSON.parse(words.replace(/^CMD\s+/, '')) as string[]
      },
      // These describe how the container runs, and build nothing.
      USER: () => {},
      EXPOSE: () => {},
      VOLUME: () => {},
      STOPSIGNAL: () => {},
    }
    for (const step of steps) {
      const act = run[step.instruction]
      if (!act) throw new Error(`${containerFile} has an unsupported step: ${step.instruction}`)
      act(step)
    }
    // The command runs in the folder of the last stage.
    built.folder = folder
  }
  return built
}

/** Starts the command of the container. @param changed overrides the file's environment, such as the port */
export function startBuilt({ folder, environment, command }: Built, changed: Record<string, string>) {
  const [, ...words] = command
  return spawn(process.execPath, words, {
    cwd: folder,
    env: { PATH: process.env.PATH, ...environment, ...changed },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

if (import.meta.main) {
  const [into] = process.argv.slice(2)
  if (!into) throw new Error('Pass the path of an empty folder.')
  const { folder, command } = runSteps(resolve(into))
  console.log(`Built in ${folder}. To start it, run there: ${command.join(' ')}`)
}
