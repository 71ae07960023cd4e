/** The report, as text for people and as JSON for programs. */
import { styleText } from 'node:util'
import type { EndpointDefinition, ServiceEndpointName } from '#contract/index.ts'
import { type Excluded, excluded } from './excluded.ts'
import type { Outcome, Verdict } from './outcome.ts'
import { type Check, endpointNames, endpointOf } from './run.ts'

export type CheckResult = Outcome & Pick<Check, 'endpoint' | 'name' | 'section'>

export interface Report {
  service: string
  /** ISO 8601. */
  at: string
  simulation: boolean
  effects: boolean
  /** Number of requests sent. */
  requests: number
  seconds: number
  counts: Record<Verdict, number>
  endpoints: {
    name: ServiceEndpointName
    method: string
    path: string
    section: string
    extension: boolean
    checks: CheckResult[]
  }[]
  excluded: readonly Excluded[]
  /** What this run created and could not remove. */
  left: string[]
}

const verdictWords: Record<Verdict, string> = {
  conforms: 'conforms',
  alternate: 'alternate',
  missing: 'MISSING',
  wrong: 'WRONG',
  unchecked: 'not checked',
  absent: 'absent',
}
const verdictColours: Record<Verdict, Parameters<typeof styleText>[0]> = {
  conforms: 'green',
  alternate: 'cyan',
  missing: 'red',
  wrong: 'red',
  unchecked: 'yellow',
  absent: 'dim',
}

/** Whether the service conforms: nothing is missing or wrong. */
export const doesConform = ({ counts }: Report): boolean => counts.missing + counts.wrong === 0

export function makeReport(
  checked: readonly CheckResult[],
  facts: Omit<Report, 'counts' | 'endpoints' | 'excluded'>,
): Report {
  const counts: Record<Verdict, number> = { conforms: 0, alternate: 0, missing: 0, wrong: 0, unchecked: 0, absent: 0 }
  for (const { verdict } of checked) counts[verdict]++
  const endpoints = endpointNames.map((name) => {
    const { method, path, section, extension }: EndpointDefinition = endpointOf(name)
    const checks = checked.filter(({ endpoint }) => endpoint === name)
    return { name, method, path, section, extension: extension !== undefined, checks }
  })
  return { ...facts, counts, endpoints, excluded }
}

/** Whether a check is reported with details. */
const hasDetails = ({ verdict, findings }: { verdict: Verdict; findings: readonly unknown[] }) =>
  ['missing', 'wrong'].includes(verdict) || findings.length > 0

/**
 * The report as text.
 *
 * @param usesColour whether to use terminal colours
 */
export function formatReport(report: Report, usesColour: boolean): string {
  const paint = (verdict: Verdict, text: string) => (usesColour ? styleText(verdictColours[verdict], text) : text)
  const lines: string[] = []
  for (const { name, method, path, section, extension, checks } of report.endpoints) {
    lines.push('', `${name}  ${method} ${path}  (${section}${extension ? ', optional' : ''})`)
    const isAbsent = checks.length > 0 && checks.every(({ verdict }) => verdict === 'absent')
    if (isAbsent) {
      lines.push(`  ${paint('absent', verdictWords.absent.padEnd(12))}this service does not have this endpoint`)
      continue
    }
    for (const check of checks) {
      const reason = check.verdict === 'unchecked' ? `: ${check.expected}` : ''
      lines.push(`  ${paint(check.verdict, verdictWords[check.verdict].padEnd(12))}${check.name}${reason}`)
      if (!hasDetails(check)) continue
      for (const { kind, field, says } of check.findings)
        lines.push(`              ${kind === 'word' ? 'note' : kind}: ${field === '' ? 'the answer' : field}: ${says}`)
      if (!['missing', 'wrong'].includes(check.verdict)) continue
      lines.push(
        `              documented  ${check.section}`,
        `              sent        ${check.sent}`,
        `              received    ${check.received}`,
        `              expected    ${check.expected}`,
      )
    }
  }
  lines.push('', 'Excluded')
  for (const { operations, section, reason } of report.excluded) {
    lines.push(`  ${operations.join('; ')} (${section})`, `              ${reason}`)
  }
  if (report.left.length > 0) lines.push('', 'Left behind', ...report.left.map((line) => `  ${line}`))
  lines.push('', summary(report))
  return lines.join('\n')
}

function summary(report: Report): string {
  const { counts, requests, seconds } = report
  const parts = [
    `${counts.conforms} conform`,
    `${counts.alternate} with alternate spellings that are accepted`,
    `${counts.missing} missing`,
    `${counts.wrong} wrong`,
    `${counts.unchecked} not checked`,
    `${counts.absent} for optional endpoints that this service does not have`,
  ]
  return `${parts.join(', ')}. ${requests} requests in ${seconds} s.\n${
    doesConform(report) ? 'Everything that was checked conforms.' : 'This service does not conform.'
  }`
}
