/** `npm run conformance`: checks a deployment of the service against the contract. See `--help`. */
import { writeFileSync } from 'node:fs'
import { CannotRunError, type Output, performRun } from './conformance/perform.ts'
import { exitCodeOf, formatReport } from './conformance/report.ts'
import { help, InvalidOptionsError, type Options, readOptions } from './conformance/run/options.ts'

/** On a terminal, the progress overwrites one line. Otherwise it is printed as a line every 30 seconds. */
const isTerminal = process.stderr.isTTY
const progressIntervalMs = 30_000
let lastProgressAt = performance.now()
const printNotice = (text: string) => void process.stderr.write(`${isTerminal ? '\r\x1b[K' : ''}${text}\n`)
const output: Output = {
  notice: printNotice,
  progress(text) {
    if (isTerminal) process.stderr.write(`\r\x1b[K${text}`)
    else if (text !== '' && performance.now() - lastProgressAt > progressIntervalMs) {
      lastProgressAt = performance.now()
      printNotice(text)
    }
  },
}

/** The first signal stops the run and removes what it created. A second one ends the process at once. */
function stopOnSignal({ hasEffects }: Options): AbortSignal {
  const controller = new AbortController()
  const stop = () => {
    if (controller.signal.aborted) {
      printNotice('Stopped before everything was removed. The records of this run are named "Conformance check …".')
      process.exit(2)
    }
    controller.abort()
    printNotice(
      hasEffects
        ? 'Stopping. Removing everything that this run created… (Press Ctrl+C again to leave it.)'
        : 'Stopping. Nothing was changed.',
    )
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  return controller.signal
}

async function runConformance(options: Options): Promise<number> {
  const report = await performRun(options, output, stopOnSignal(options))
  console.log(formatReport(report, process.stdout.isTTY))
  if (options.jsonFile !== undefined) writeFileSync(options.jsonFile, `${JSON.stringify(report, null, 2)}\n`)
  return exitCodeOf(report)
}

try {
  const options = readOptions(process.argv.slice(2), process.env)
  if (options === null) console.log(help)
  else process.exitCode = await runConformance(options)
} catch (error) {
  const isExpected = error instanceof InvalidOptionsError || error instanceof CannotRunError
  console.error(isExpected ? error.message : error)
  if (error instanceof InvalidOptionsError) console.error('Run with --help to see all options.')
  process.exitCode = 2
}
