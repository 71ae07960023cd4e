/** `npm run conformance`: checks a deployment of the service against the contract. See `--help`. */
import { help, InvalidOptionsError, readOptions } from './conformance/options.ts'
import { exitCodeOf, formatReport } from './conformance/report.ts'
import { CannotRunError, type Output, performRun } from './conformance/run.ts'

const print = (text: string) => void process.stderr.write(text)
/** On a terminal, the progress overwrites one line. */
const clearLine = process.stderr.isTTY ? '\r\x1b[K' : ''
const output: Output = {
  notice: (text) => print(`${clearLine}${text}\n`),
  progress: (text) => print(clearLine && clearLine + text),
}

/** The first signal stops the run and removes what it created. A second one ends the process at once. */
function stopOnSignal(): AbortSignal {
  const controller = new AbortController()
  const stop = () => {
    if (controller.signal.aborted) {
      output.notice('Stopped before everything was removed. The records of this run are named "Conformance check …".')
      process.exit(2)
    }
    controller.abort()
    output.notice('Stopping. Removing everything that this run created… (Press Ctrl+C again to leave it.)')
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  return controller.signal
}

try {
  const options = readOptions(process.argv.slice(2), process.env)
  if (options === null) console.log(help)
  else {
    const report = await performRun(options, output, stopOnSignal())
    console.log(formatReport(report))
    process.exitCode = exitCodeOf(report)
  }
} catch (error) {
  const isExpected = error instanceof InvalidOptionsError || error instanceof CannotRunError
  console.error(isExpected ? error.message : error)
  if (error instanceof InvalidOptionsError) console.error('Run with --help to see all options.')
  process.exitCode = 2
}
