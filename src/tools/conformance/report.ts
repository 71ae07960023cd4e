/** The report: a line for each check, what was not checked and why, and a summary. */
import type { ServiceEndpoint } from '#contract/index.ts'
import { type Check, endpointNames, endpointOf } from './check.ts'
import type { Outcome, Verdict } from './judge.ts'

export type CheckResult = Outcome & Pick<Check, 'endpoint' | 'name' | 'section'>

export interface Report {
  results: CheckResult[]
  /** Number of requests sent. */
  requests: number
  seconds: number
  /** What this run created and could not remove. */
  left: string[]
  /** Why the run ended early, in a sentence; null: it did not. */
  stopped: string | null
}

/** Operations of the specification that cannot be checked, with the reason. */
const excluded = {
  operations:
    'POST /v2/thing/{thingId}/data; POST /v2/thing/{thingId}/data/columnar; timeseries, summary and recent-data queries under /v2/; template apply; things, sites, fleets, thing-type and metric definitions, templates, integrations',
  section: 'specification 4.8',
  reason:
    'These operations belong to another product that shares the rate-limit page, and have no documented payloads (interface 7). Only the two rate-limit tiers apply to this service.',
}

/** Of the other verdicts, the word is the verdict itself. */
const verdictWords: Partial<Record<Verdict, string>> = { missing: 'MISSING', wrong: 'WRONG', unchecked: 'not checked' }

const count = ({ results }: Report, ...verdicts: Verdict[]) =>
  results.filter(({ verdict }) => verdicts.includes(verdict)).length

/** 0: everything that was checked conforms · 1: something does not · 2: the run ended early. */
export const exitCodeOf = (report: Report): 0 | 1 | 2 =>
  report.stopped !== null ? 2 : count(report, 'missing', 'wrong') === 0 ? 0 : 1

const indent = ' '.repeat(14)

/** The lines below a check that did not simply conform. */
function detailLines({ verdict, section, findings, sent, received, expected }: CheckResult): string[] {
  const lines = findings.map(
    ({ kind, field, says }) =>
      `${kind === 'word' ? 'other word' : kind}: ${field === '' ? 'the answer' : field}: ${says} (${section})`,
  )
  if (verdict === 'missing' || verdict === 'wrong')
    lines.push(`sent        ${sent}`, `received    ${received}`, `expected    ${expected}`)
  return lines.map((line) => indent + line)
}

/** The report as text. */
export function formatReport(report: Report): string {
  const lines: string[] = []
  for (const name of endpointNames) {
    const { method, path, section, extension }: ServiceEndpoint = endpointOf(name)
    const checks = report.results.filter(({ endpoint }) => endpoint === name)
    if (checks.length === 0) continue
    lines.push('', `${name}  ${method} ${path}  (${section}${extension === undefined ? '' : ', optional'})`)
    if (checks.every(({ verdict }) => verdict === 'absent')) {
      lines.push('  absent      this service does not have this endpoint')
      continue
    }
    for (const check of checks) {
      const needs = check.verdict === 'unchecked' ? `: ${check.expected}` : ''
      lines.push(
        `  ${(verdictWords[check.verdict] ?? check.verdict).padEnd(12)}${check.name}${needs}`,
        ...detailLines(check),
      )
    }
  }
  const { operations, section, reason } = excluded
  lines.push('', 'Not part of this check', `  ${operations} (${section})`, indent + reason)
  if (report.left.length > 0) lines.push('', 'Could not be removed', ...report.left.map((line) => `  ${line}`))
  return [...lines, '', ...summaryLines(report)].join('\n')
}

function summaryLines(report: Report): string[] {
  const { requests, seconds, stopped } = report
  const parts = [
    `${count(report, 'conforms')} conform`,
    `${count(report, 'alternate')} with other spellings that Switchboard accepts`,
    `${count(report, 'missing')} missing`,
    `${count(report, 'wrong')} wrong`,
    `${count(report, 'unchecked')} not checked`,
    `${count(report, 'absent')} for optional endpoints that this service does not have`,
  ]
  const reasons = count(report, 'unchecked') > 0 ? ' The reasons for what was not checked are above.' : ''
  const verdict =
    count(report, 'missing', 'wrong') > 0
      ? ['This service does not conform.']
      : stopped === null
        ? [`Everything that was checked conforms.${reasons}`]
        : []
  return [`${parts.join(', ')}. ${requests} requests in ${seconds} s.`, '', ...(stopped ? [stopped] : []), ...verdict]
}
