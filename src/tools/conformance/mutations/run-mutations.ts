/**
 * The mutation run: breaks one thing at a time in front of the embedded service, runs the checks that concern it, and sees whether they
 * find it. Everything happens in this process; the checks send their requests over HTTP.
 */
import { request } from 'undici'
import { endpointOfRequest } from '#server/gateway/upstream/endpoint-of-request.ts'
import type { Check } from '../checks/check.ts'
import type { EmbeddedService } from '../embedded.ts'
import { performRun } from '../perform.ts'
import type { Report, ReportedCheck } from '../report.ts'
import type { Transport } from '../run/client.ts'
import type { Options } from '../run/options.ts'
import { type Answer, isSuccess, type Mutation, type Outgoing } from './mutation.ts'
import { codeOf, type MetRefusal } from './refusal-mutations.ts'

export type MutationResult = 'found' | 'survived' | 'never met'

const forwardTo =
  (url: string) =>
  async ({ method, path, headers, body }: Outgoing): Promise<Answer> => {
    const answer = await request(url + path, { method: method as 'GET', headers, body })
    const flat = Object.entries(answer.headers).map(([name, value]): [string, string] => [name, String(value)])
    return { status: answer.statusCode, headers: Object.fromEntries(flat), text: await answer.body.text() }
  }

const keyOf = ({ endpoint, name }: Pick<Check, 'endpoint' | 'name'>) => `${endpoint} ${name}`
const silent = { notice: () => {}, progress: () => {} }

/** The checks of a report that say something is not as documented. */
const remarksOf = ({ endpoints }: Report): ReportedCheck[] =>
  endpoints.flatMap(({ checks }) =>
    checks.filter(({ findings, verdict }) => findings.length > 0 || verdict === 'wrong'),
  )

/** What checks need from other checks, which therefore run too. */
const preparations: readonly [RegExp, string][] = [
  [/^(agentUpdate|agentDelete|agentList finds|callSend refuses an agent|flowCreate)/, 'agentCreate creates'],
  [/^(flowUpdate|flowDelete)/, 'flowCreate creates'],
  [/^activeCall(Show|TakeOver|End) (answers|mutes|ends)/, 'callSend starts'],
  [/^batchCancel/, 'batchStart starts'],
  [/^(messageAction|conversationShow returns)/, 'messageGenerate drafts'],
  [/^messagingAgent(Replace|Show returns)/, 'messagingAgentCreate creates'],
  [/^messageFlow(Replace|Show returns)/, 'messageFlowCreate creates'],
]

/** Endpoints that return the same records. Their answers are compared with each other, so all of them are read. */
const families = [
  /^agent(List|Show) answers/,
  /^flow(List|Show) answers/,
  /^batch(Show|Progress|CallList|CallShow) answers/,
  /^conversation(List|Show) answers/,
  /^messagingAgent(List|Show) answers/,
  /^messageFlow(List|Show) answers/,
  /^(messageGenerate drafts|conversationShow returns)/,
  /^(callSend starts|agentList answers)/,
  /^(activeCallList answers|activeCallShow answers|callSend starts|callHistory (answers|filters by agentId))/,
]

/** The checks that concern a mutation: those that met what it changes, the rest of their family, and what they need. */
function checksFor({ metByCheck }: Baseline, { endpoint, kind, what }: Mutation): Set<string> {
  const isConcerned = (met: ReadonlySet<string>) => {
    if (kind === 'access rule' || kind === 'rule') return met.has(endpoint)
    const [status] = kind === 'status' || kind.startsWith('error') || /^\d/.test(what) ? what.split(':') : ['success']
    return met.has(`${endpoint} ${status}`)
  }
  const all = [...metByCheck.keys()]
  const checks = new Set(all.filter((key) => isConcerned(metByCheck.get(key) ?? new Set())))
  for (const family of families)
    if ([...checks].some((key) => family.test(key))) for (const key of all) if (family.test(key)) checks.add(key)
  // A set grows while it is read, so what a preparation needs is added too.
  for (const key of checks)
    for (const [needing, needed] of preparations)
      if (needing.test(key)) for (const one of all) if (one.startsWith(needed)) checks.add(one)
  return checks
}

export interface Baseline {
  /** What each check met: `endpoint`, `endpoint success` and `endpoint status code`. */
  metByCheck: ReadonlyMap<string, ReadonlySet<string>>
  refusals: MetRefusal[]
  report: Report
}

/**
 * Runs all checks without a mutation, and records which endpoints each uses and which refusals it meets.
 *
 * @throws if the run finds something, because then every mutation would count as found
 */
export async function runBaseline(
  service: EmbeddedService,
  options: Options,
  isIncluded: (check: Check) => boolean = () => true,
): Promise<Baseline> {
  const metByCheck = new Map<string, Set<string>>()
  const refusals = new Map<string, MetRefusal>()
  let current = ''
  const forward = forwardTo(service.url)
  const transport: Transport = async (outgoing) => {
    const answer = await forward(outgoing)
    const addressed = endpointOfRequest(outgoing)
    if (addressed === undefined) return answer
    const met = metByCheck.get(current)
    met?.add(addressed.name)
    met?.add(`${addressed.name} ${isSuccess(answer) ? 'success' : `${answer.status} ${codeOf(answer)}`}`)
    if (answer.status >= 400) {
      const refusal = { endpoint: addressed.name, status: answer.status, code: codeOf(answer) }
      if (current !== '') refusals.set(JSON.stringify(refusal), refusal)
    }
    return answer
  }
  const report = await performRun(options, silent, new AbortController().signal, {
    transport,
    pauseFactor: 0.02,
    isIncluded,
    onCheck(check) {
      current = check === null ? '' : keyOf(check)
      metByCheck.set(current, new Set())
    },
  })
  const remarks = remarksOf(report).map(
    ({ name, endpoint, findings }) => `${endpoint} ${name} (${findings.map(({ field }) => field).join(', ')})`,
  )
  if (remarks.length > 0) throw new Error(`The run already finds without a mutation: ${remarks.join('; ')}`)
  if (report.stopped !== null) throw new Error(`The run without a mutation did not end: ${report.stopped.reason}`)
  return { metByCheck, refusals: [...refusals.values()], report }
}

/**
 * Runs the checks that concern a mutation, against the service with this mutation.
 *
 * @throws if the mutation itself fails. The run would see a request without an answer, and the mutation would count as found
 */
export async function runMutation(
  service: EmbeddedService,
  options: Options,
  baseline: Baseline,
  mutation: Mutation,
): Promise<MutationResult> {
  const checks = checksFor(baseline, mutation)
  const forward = forwardTo(service.url)
  let isMet = false
  const errors: Error[] = []
  const transport: Transport = (outgoing) =>
    answerTo(outgoing).catch((error: Error) => {
      errors.push(error)
      throw error
    })
  async function answerTo(outgoing: Outgoing): Promise<Answer> {
    const addressed = endpointOfRequest(outgoing)
    if (addressed?.name !== mutation.endpoint) return forward(outgoing)
    const answers: Answer[] = []
    const answer = await mutation.answer({
      outgoing,
      addressed,
      async forward(changes = {}) {
        const one = await forward({ ...outgoing, ...changes })
        answers.push(one)
        const isChanged = ([name, value]: [string, unknown]) => value !== outgoing[name as 'path']
        isMet ||= changes.headers !== undefined || Object.entries(changes).some(isChanged)
        return one
      },
    })
    isMet ||= JSON.stringify(answer) !== JSON.stringify(answers[0])
    return answer
  }
  const report = await performRun(options, silent, new AbortController().signal, {
    transport,
    pauseFactor: 0.02,
    retryDelaysMs: [0],
    isIncluded: (check) => checks.has(keyOf(check)),
  })
  const [cause] = errors
  if (cause !== undefined) {
    const { endpoint, kind, what } = mutation
    throw new Error(`The mutation ${endpoint} ${kind} ${what} failed: ${cause.message}`, { cause })
  }
  if (remarksOf(report).length > 0 || report.stopped !== null) return 'found'
  return isMet ? 'survived' : 'never met'
}
