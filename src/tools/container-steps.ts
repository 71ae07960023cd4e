/**
 * `node src/tools/container-steps.ts <empty folder>`: runs the steps of the Dockerfile in a folder, without an image or a registry, to
 * check that they build a gateway that starts. Each stage becomes a subfolder, to which absolute paths in the file are relative. The steps
 * use this process's Node instead of the base image's.
 */
import { execFileSync, spawn } from 'node:child_process'
import { cpSync, existsSync, globSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

const projectRoot = resolve(import.meta.dirname, '../..')
/** Relative to the project's root. */
const containerFile = 'src/server/deploy/Dockerfile'
/** Instructions that apply only when the container runs. */
const onlyForRunning = ['USER', 'EXPOSE', 'VOLUME', 'STOPSIGNAL']

interface Step {
  instruction: string
  /** `--from=build`, `--interval=10s`… by name. */
  options: Record<string, string>
  argumentText: string
}

export interface Stage {
  name: string
  steps: Step[]
}

function parseStep(line: string): Step {
  const [, instruction = '', rest = ''] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? []
  const [, flags = '', argumentText = ''] = /^((?:--\S+\s+)*)(.*)$/.exec(rest) ?? []
  const options = Object.fromEntries([...flags.matchAll(/--([\w-]+)=(\S+)/g)].map(([, name, value]) => [name, value]))
  return { instruction, options, argumentText }
}

/** Reads the stages of a Dockerfile, each with its steps in order. */
export function readStages(text = readFileSync(join(projectRoot, containerFile), 'utf8')): Stage[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'))
  const stages: Stage[] = []
  for (const step of lines.map(parseStep)) {
    if (step.instruction === 'FROM') {
      const name = /\sAS\s+(\S+)$/i.exec(step.argumentText)?.[1]
      stages.push({ name: name ?? `${stages.length}`, steps: [] })
    } else stages.at(-1)?.steps.push(step)
  }
  return stages
}

/** Reads `.dockerignore`. @returns whether a path is excluded from the build */
function readIgnoredFiles(): (path: string) => boolean {
  const patterns = readFileSync(join(projectRoot, `${containerFile}.dockerignore`), 'utf8')
    .split('\n')
    .filter(Boolean)
  const ignored = new Set(
    patterns.flatMap((pattern) => globSync(pattern, { cwd: projectRoot, exclude: ['node_modules/**'] })),
  )
  return (path) => ignored.has(path) || patterns.includes(path)
}

export interface BuiltContainer {
  /** The working folder of the last stage. */
  folder: string
  environment: Record<string, string>
  command: string[]
  healthCheck: string[]
}

/**
 * Runs the steps of all stages.
 *
 * @param outputFolder an empty folder
 * @param replaceCommand replaces a RUN step; returns false to run the step itself
 */
export function runSteps(
  outputFolder: string,
  replaceCommand: (command: string, folder: string) => boolean = () => false,
): BuiltContainer {
  const ignored = readIgnoredFiles()
  const container: BuiltContainer = { folder: outputFolder, environment: {}, command: [], healthCheck: [] }
  for (const { name, steps } of readStages()) {
    const root = join(outputFolder, name)
    let folder = root
    const resolvePath = (path: string) => (path.startsWith('/') ? join(root, path) : join(folder, path))
    mkdirSync(root, { recursive: true })
    container.environment = {}
    const runInstruction: Record<string, (step: Step) => void> = {
      WORKDIR: ({ argumentText }) => {
        folder = resolvePath(argumentText)
        mkdirSync(folder, { recursive: true })
      },
      COPY: ({ argumentText, options: { from, chown } }) => {
        const paths = argumentText.split(/\s+/)
        const target = resolvePath(paths.pop() ?? '')
        for (const path of paths) {
          const source = from === undefined ? join(projectRoot, path) : join(outputFolder, from, path)
          const isFile = existsSync(source) && !path.endsWith('/') && /\.\w+$/.test(path)
          cpSync(source, isFile ? join(target, path.split('/').at(-1) ?? '') : target, {
            recursive: true,
            verbatimSymlinks: true,
            filter: (path) => from !== undefined || !ignored(path.slice(projectRoot.length + 1)),
          })
          if (chown && process.getuid?.() === 0) execFileSync('chown', ['-R', chown, target])
        }
      },
      RUN: ({ argumentText }) => {
        if (replaceCommand(argumentText, folder)) return
        // As in a container, this process's environment is not inherited.
        const env = {
          PATH: `${dirname(process.execPath)}:${process.env.PATH ?? ''}`,
          HOME: process.env.HOME,
          ...container.environment,
        }
        execFileSync('sh', ['-ec', argumentText], { cwd: folder, stdio: 'inherit', env })
      },
      ENV: ({ argumentText }) => {
        const [name = '', value = ''] = argumentText.split(/=(.*)/)
        container.environment[name] = value
      },
      CMD: ({ argumentText }) => {
        container.command = JSON.parse(argumentText) as string[]
      },
      HEALTHCHECK: ({ argumentText }) => {
        container.healthCheck = JSON.parse(argumentText.replace(/^CMD\s+/, '')) as string[]
      },
    }
    for (const step of steps) {
      if (onlyForRunning.includes(step.instruction)) continue
      const runCurrentStep = runInstruction[step.instruction]
      if (!runCurrentStep) throw new Error(`${containerFile} has an unsupported step: ${step.instruction}`)
      runCurrentStep(step)
    }
    // The command runs in the folder of the last stage.
    container.folder = folder
  }
  return container
}

/** Starts the container's command. @param overriddenEnv replaces environment variables of the Dockerfile, such as the port */
export function startBuilt({ folder, environment, command }: BuiltContainer, overriddenEnv: Record<string, string>) {
  const [, ...words] = command
  return spawn(process.execPath, words, {
    cwd: folder,
    env: { PATH: process.env.PATH, ...environment, ...overriddenEnv },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

if (import.meta.main) {
  const [into] = process.argv.slice(2)
  if (!into) throw new Error('Pass the path of an empty folder.')
  const { folder, command } = runSteps(resolve(into))
  console.log(`Built in ${folder}. To start it, run there: ${command.join(' ')}`)
}
