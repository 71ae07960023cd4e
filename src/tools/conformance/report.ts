/** The report, as text for people and as JSON for programs. */
import { styleText } from 'node:util'
import type { EndpointDefinition } from '#contract/index.ts'
import { type Check, type CheckedName, endpointNames, endpointOf, webhooks } from './checks/check.ts'
import { type Excluded, excluded } from './excluded.ts'
import { type Outcome, type Standing, standingOf, type Verdict } from './judge/outcome.ts'
import type { Use } from './judge/usability.ts'

export type CheckResult = Outcome & Pick<Check, 'endpoint' | 'name' | 'section'>

/** A check with its three verdicts. */
export interface ReportedCheck extends Omit<CheckResult, 'documents' | 'usability'> {
  /** Against the specification, against our interface (what fills its gaps), and whether Switchboard can work with it. */
  verdicts: { specification: Standing; interface: Standing; switchboard: Use } | null
  /** What a person who uses Switchboard notices; '' for nothing. */
  consequence: string
}

export interface Report {
  service: string
  /** ISO 8601. */
  at: string
  simulation: boolean
  effects: boolean
  /** What was not checked counts as a failure. */
  strict: boolean
  /** Number of requests sent. */
  requests: number
  seconds: number
  counts: Record<Verdict, number>
  /** Of the checks that were carried out: how many stand how. */
  totals: {
    specification: Record<Standing, number>
    interface: Record<Standing, number>
    switchboard: Record<Use, number>
  }
  endpoints: {
    name: CheckedName
    method: string
    path: string
    section: string
    extension: boolean
    checks: ReportedCheck[]
  }[]
  excluded: readonly Excluded[]
  /** What this run created and could not remove. */
  left: string[]
  /** Why the run ended early; `since` is ISO 8601. */
  stopped: { reason: 'interrupted' } | { reason: 'gone'; since: string; failure: string } | null
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

/** 0: everything that was checked conforms · 1: something does not, or with `--strict` was not checked · 2: the run ended early. */
export function exitCodeOf({ counts, strict, stopped }: Report): 0 | 1 | 2 {
  if (stopped !== null) return 2
  return counts.missing + counts.wrong + (strict ? counts.unchecked : 0) === 0 ? 0 : 1
}

function reportedCheck({ documents, usability, ...check }: CheckResult): ReportedCheck {
  const findings = check.findings.map((finding) => ({ ...finding, section: finding.section ?? check.section }))
  const judged = { documents, findings }
  const wasChecked = check.verdict !== 'unchecked' && check.verdict !== 'absent'
  const verdicts = wasChecked
    ? {
        specification: standingOf(judged, check.section, 'specification'),
        interface: standingOf(judged, check.section, 'interface'),
        switchboard: usability.use,
      }
    : null
  return { ...check, findings, verdicts, consequence: usability.consequence }
}

/** Makes the report of these checks. */
export function makeReport(
  checked: readonly CheckResult[],
  facts: Omit<Report, 'counts' | 'totals' | 'endpoints' | 'excluded'>,
): Report {
  const counts: Record<Verdict, number> = { conforms: 0, alternate: 0, missing: 0, wrong: 0, unchecked: 0, absent: 0 }
  for (const { verdict } of checked) counts[verdict]++
  const reported = checked.map(reportedCheck)
  const totals: Report['totals'] = {
    specification: { meets: 0, differs: 0, silent: 0 },
    interface: { meets: 0, differs: 0, silent: 0 },
    switchboard: { works: 0, limited: 0, fails: 0 },
  }
  for (const { verdicts } of reported) {
    if (verdicts === null) continue
    totals.specification[verdicts.specification]++
    totals.interface[verdicts.interface]++
    totals.switchboard[verdicts.switchboard]++
  }
  const endpoints = ([...endpointNames, webhooks] as const).map((name) => {
    const { method, path, section, extension }: EndpointDefinition = endpointOf(name)
    const checks = reported.filter(({ endpoint }) => endpoint === name)
    return { name, method, path, section, extension: extension !== undefined, checks }
  })
  return { ...facts, counts, totals, endpoints, excluded }
}

const standingWords: Record<Standing, string> = { meets: 'as documented', differs: 'DIFFERS', silent: 'does not say' }
const useWords: Record<Use, string> = { works: 'works', limited: 'works in part', fails: 'DOES NOT WORK' }
const indent = ' '.repeat(14)

/** The lines below a check that did not simply conform. */
function detailLines({ verdict, verdicts, findings, consequence, sent, received, expected }: ReportedCheck): string[] {
  if (verdicts === null || (findings.length === 0 && consequence === '')) return []
  const lines = [
    `Specification: ${standingWords[verdicts.specification]} · Interface: ${standingWords[verdicts.interface]} · Switchboard: ${useWords[verdicts.switchboard]}`,
    ...findings.map(
      ({ kind, field, says, section }) =>
        `${kind === 'word' ? 'other word' : kind}: ${field === '' ? 'the answer' : field}: ${says} (${section})`,
    ),
    ...(consequence === '' ? [] : [consequence]),
  ]
  if (verdict === 'missing' || verdict === 'wrong')
    lines.push(`sent        ${sent}`, `received    ${received}`, `expected    ${expected}`)
  return lines.map((line) => indent + line)
}

/**
 * The report as text.
 *
 * @param usesColour whether to use terminal colours
 */
export function formatReport(report: Report, usesColour: boolean): string {
  const paint = (verdict: Verdict, text: string) => (usesColour ? styleText(verdictColours[verdict], text) : text)
  const lines: string[] = []
  for (const { name, method, path, section, extension, checks } of report.endpoints) {
    if (checks.length === 0) continue
    lines.push('', `${name}  ${method} ${path}  (${section}${extension ? ', optional' : ''})`)
    if (checks.every(({ verdict }) => verdict === 'absent')) {
      lines.push(`  ${paint('absent', verdictWords.absent.padEnd(12))}this service does not have this endpoint`)
      continue
    }
    for (const check of checks) {
      const reason = check.verdict === 'unchecked' ? `: ${check.expected}` : ''
      lines.push(`  ${paint(check.verdict, verdictWords[check.verdict].padEnd(12))}${check.name}${reason}`)
      lines.push(...detailLines(check))
    }
  }
  lines.push('', 'Not part of this check')
  for (const { operations, section, reason } of report.excluded) {
    lines.push(`  ${operations.join('; ')} (${section})`, indent + reason)
  }
  if (report.left.length > 0) lines.push('', 'Could not be removed', ...report.left.map((line) => `  ${line}`))
  lines.push('', ...summaryLines(report))
  return lines.join('\n')
}

const plural = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`

function summaryLines(report: Report): string[] {
  const { counts, totals, requests, seconds, stopped, strict } = report
  const parts = [
    `${counts.conforms} conform`,
    `${counts.alternate} with other spellings that Switchboard accepts`,
    `${counts.missing} missing`,
    `${counts.wrong} wrong`,
    `${counts.unchecked} not checked`,
    `${counts.absent} for optional endpoints that this service does not have`,
  ]
  const { specification, interface: ours, switchboard } = totals
  const lines = [
    `${parts.join(', ')}. ${plural(requests, 'request')} in ${seconds} s.`,
    '',
    `Specification (specification.md)   ${specification.meets} as documented, ${specification.differs} differ`,
    `Interface (interface.md)           ${ours.meets} as documented, ${ours.differs} differ`,
    `Switchboard                        works with ${switchboard.works}, works in part with ${switchboard.limited}, does not work with ${switchboard.fails}`,
    '',
  ]
  if (stopped?.reason === 'gone')
    lines.push(
      `The service has not answered since ${new Date(stopped.since).toISOString().slice(11, 19)} UTC (${stopped.failure}). The run stopped there.`,
    )
  if (stopped?.reason === 'interrupted') lines.push('The run was stopped before all checks were done.')
  if (counts.missing + counts.wrong > 0) lines.push('This service does not conform.')
  else if (strict && counts.unchecked > 0)
    lines.push(
      `Everything that was checked conforms, but ${plural(counts.unchecked, 'check')} could not be carried out. With --strict, that counts as a failure.`,
    )
  else if (stopped === null)
    lines.push(
      `Everything that was checked conforms.${counts.unchecked > 0 ? ` ${plural(counts.unchecked, 'check was', 'checks were')} not carried out; the reasons are above.` : ''}`,
    )
  return lines
}
