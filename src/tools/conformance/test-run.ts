/** For tests: conformance runs in this process against the embedded service, some of whose answers are changed on the way. */
import { onTestFinished } from 'vitest'
import { startEmbeddedService } from './embedded.ts'
import { type Output, performRun, type RunSettings } from './perform.ts'
import { formatReport, type Report } from './report.ts'
import type { Transport } from './run/client.ts'
import type { Options } from './run/options.ts'

export async function startTestService(specificationOnly = false) {
  const service = await startEmbeddedService(specificationOnly)
  onTestFinished(() => service.close())
  return service
}
export type Outgoing = Parameters<Transport>[0]
export type Answer = Awaited<ReturnType<Transport>>

/** Sends over HTTP; `change` may return another answer, or refuse by throwing. */
export const changedTransport =
  (url: string, change: (outgoing: Outgoing, forward: () => Promise<Answer>) => Promise<Answer>): Transport =>
  (outgoing) =>
    change(outgoing, async () => {
      const { method, path, headers: sent, body } = outgoing
      const answer = await fetch(url + path, { method, headers: sent, body: body as string | null })
      return { status: answer.status, headers: Object.fromEntries(answer.headers), text: await answer.text() }
    })

export async function run(
  options: Options,
  settings: RunSettings = {},
  stop: AbortSignal = new AbortController().signal,
) {
  const notices: string[] = []
  const output: Output = { notice: (text) => void notices.push(text), progress: () => {} }
  const report = await performRun(options, output, stop, { retryDelaysMs: [0], ...settings })
  return { report, notices, text: formatReport(report, false) }
}

/** Selects the checks whose endpoint and name match. */
export const checksNamed = (pattern: RegExp): Pick<RunSettings, 'isIncluded'> => ({
  isIncluded: ({ endpoint, name }) => pattern.test(`${endpoint} ${name}`),
})

export const checkOf = ({ endpoints }: Report, endpoint: string, name: string) =>
  endpoints.find((one) => one.name === endpoint)?.checks.find((check) => check.name === name)
