/**
 * A flow while somebody writes it: what the form holds, what is wrong with it, what is sent, and what came of it. Pure.
 *
 * The draft has the record's own shape, so that whatever stands in `flowData`, `rules` and `settings` beside what we know goes back
 * with them: the service replaces each as a whole (interface 2, reliability R29).
 */
import * as z from 'zod/mini'
import * as record from '#components/records/record-draft.ts'
import type { Problems } from '#components/records/record-saving.ts'
import { type Flow, FlowCreate, type FlowRule, FlowUpdate } from '#contract/index.ts'
import { plural } from '#ui/text/format-number.ts'
import { emptyGraph, stepOf } from './steps/graph.ts'

/** Every field of the form, in its order. */
export const fieldLabels = {
  name: 'Name',
  description: 'Description',
  direction: 'Direction',
  agentId: 'Agent',
  isActive: 'Active',
  promptType: 'Calls follow',
  prompt: 'Prompt',
  welcomeMessage: 'First words',
  customWelcomeMessage: 'Welcome message',
  flowData: 'Steps',
  rules: 'Rules',
  'settings.callSetting.maxCallDuration': 'Longest call',
  'settings.callSetting.endCallOnSilence': 'End after silence',
  'settings.responseSettings.delay': 'Response delay',
  'settings.responseSettings.workingHours.enabled': 'Working hours',
  'settings.responseSettings.workingHours.start': 'From',
  'settings.responseSettings.workingHours.end': 'To',
  'settings.responseSettings.workingHours.timezone': 'Time zone',
  'settings.responseSettings.workingHours.outOfHoursMessage': 'Out-of-hours message',
  'settings.enableRecording': 'Recording',
} as const
export type FieldPath = keyof typeof fieldLabels
export const fieldPaths = Object.keys(fieldLabels) as FieldPath[]

const topNames = [
  'name',
  'description',
  'direction',
  'agentId',
  'isActive',
  'promptType',
  'prompt',
  'welcomeMessage',
  'customWelcomeMessage',
  'flowData',
  'rules',
  'settings',
] as const
export type Draft = Pick<Flow, (typeof topNames)[number]>
type FlowBody = z.input<typeof FlowCreate>
type ChangesBody = z.input<typeof FlowUpdate>

/** @param timezone the zone of who writes it */
export const emptyDraft = (timezone: string): Draft => ({
  name: '',
  description: '',
  direction: 'outbound',
  agentId: null,
  isActive: true,
  promptType: 'flow',
  prompt: '',
  welcomeMessage: 'ai_dynamic',
  customWelcomeMessage: '',
  flowData: emptyGraph,
  rules: [],
  settings: {
    callSetting: { maxCallDuration: 600, endCallOnSilence: 30 },
    responseSettings: {
      delay: 0.4,
      workingHours: { enabled: false, start: '09:00', end: '17:00', timezone, outOfHoursMessage: '' },
    },
    enableRecording: true,
  },
})

/** A record as the form shows it. */
export const draftOf = (flow: Flow): Draft =>
  Object.fromEntries(topNames.map((name) => [name, flow[name]])) as unknown as Draft

/** The paths at which two drafts differ. */
export const differences = (before: Draft, after: Draft): FieldPath[] => record.differences(fieldPaths, before, after)

/** What is sent to create this flow. */
export const creationOf = (draft: Draft): FlowBody => ({ ...draft }) as FlowBody

/** What is sent to bring the record to this draft: only what differs; of the settings, theirs with our changes. */
export function changesOf(flow: Flow, draft: Draft): ChangesBody {
  const changed = differences(draftOf(flow), draft)
  const body: Record<string, unknown> = {}
  for (const path of changed) {
    const [top = ''] = path.split('.')
    body[top] =
      top === 'settings'
        ? record.withValue({ settings: body.settings ?? flow.settings }, path, record.valueAt(draft, path)).settings
        : draft[top as keyof Draft]
  }
  return body
}

/** The fields that the service's answer does not show as they were sent. */
export const notKept = (sent: ChangesBody, answer: Flow): FieldPath[] => record.notApplied(fieldPaths, sent, answer)

/** The name of a rule's field, for its error. */
export const ruleField = (position: number, field: 'when' | 'then' | 'value') => `rules.${position}.${field}`

const isClock = (value: unknown): boolean => typeof value === 'string' && /^([01]\d|2[0-3]):[0-5]\d$/.test(value)

function isZone(value: unknown): boolean {
  if (typeof value !== 'string' || value === '') return false
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: value }))
  } catch {
    return false
  }
}

const valueWords: Partial<Record<string, string>> = {
  transfer: 'Say to whom the call is transferred.',
  message: 'Write the text of the message.',
}

function ruleProblems(rule: FlowRule, position: number, draft: Draft): [string, string][] {
  const value =
    rule.then === 'go_to_node'
      ? !stepOf(draft.flowData, rule.value) && 'Choose the step that it goes to.'
      : rule.value.trim() === '' && valueWords[rule.then]
  return [
    ...(rule.when.trim() === ''
      ? [[ruleField(position, 'when'), 'Say when the rule applies.'] as [string, string]]
      : []),
    ...(value ? [[ruleField(position, 'value'), value] as [string, string]] : []),
  ].map(([name, text]) => [name, `Rule ${position + 1}: ${text}`])
}

const hours = 'settings.responseSettings.workingHours'

/** What the contract does not judge, by field. */
function ownProblems(draft: Draft): Problems {
  const at = (path: string) => record.valueAt(draft, path)
  const found: Problems = {}
  if (draft.welcomeMessage === 'ai_custom' && draft.customWelcomeMessage.trim() === '') {
    found.customWelcomeMessage = 'Write the welcome message, or choose other first words.'
  }
  Object.assign(found, Object.fromEntries(draft.rules.flatMap((rule, position) => ruleProblems(rule, position, draft))))
  if (at(`${hours}.enabled`) === true) {
    if (!isClock(at(`${hours}.start`))) found[`${hours}.start`] = 'Working hours begin at a time such as 09:00.'
    if (!isClock(at(`${hours}.end`))) found[`${hours}.end`] = 'Working hours end at a time such as 17:00.'
    if (!isZone(at(`${hours}.timezone`))) found[`${hours}.timezone`] = 'Choose a time zone such as Europe/London.'
  }
  return found
}

const sentences: Partial<Record<FieldPath, string>> = {
  name: 'Enter the name.',
  flowData: 'A step or connection has no ID or no type; the service takes no such steps.',
  rules: 'A rule has no ID or says nothing; the service takes no such rules.',
  'settings.callSetting.maxCallDuration': 'Longest call: a number of seconds from 0 to 3,600.',
  'settings.callSetting.endCallOnSilence': 'End after silence: a number of seconds from 0 to 3,600.',
}

function sentenceOf(path: FieldPath, issue: z.core.$ZodIssue): string {
  if (path === 'name' && issue.code === 'too_big') return `Name: at most ${issue.maximum} characters.`
  return sentences[path] ?? `${fieldLabels[path]}: the service takes no such value.`
}

/** A path of the contract's check as a field: the one itself, else the one that it lies in. */
const fieldOf = (path: readonly PropertyKey[]): FieldPath => {
  const joined = path.join('.')
  return fieldPaths.find((one) => joined === one || joined.startsWith(`${one}.`)) ?? 'name'
}

/** What a name belongs to: `rules.0.when` to the rules. */
const owner = (name: string): FieldPath => fieldOf(name.split('.'))

/**
 * What is wrong with a draft.
 *
 * @param draft what was typed
 * @param flow the record that is edited (only what changed is judged), null for a new one
 * @returns a sentence for each field at fault, in the order of the form; empty when it may be sent
 */
export function problemsOf(draft: Draft, flow: Flow | null): Problems {
  const result = flow ? FlowUpdate.safeParse(changesOf(flow, draft)) : FlowCreate.safeParse(creationOf(draft))
  const found: Problems = {}
  for (const issue of result.success ? [] : result.error.issues) {
    const path = fieldOf(issue.path)
    found[path] ??= sentenceOf(path, issue)
  }
  const judged = new Set(flow ? differences(draftOf(flow), draft) : fieldPaths)
  // Hours that are switched on are judged as one.
  const isJudged = (path: FieldPath) =>
    judged.has(path) || (path.startsWith(hours) && fieldPaths.some((one) => one.startsWith(hours) && judged.has(one)))
  for (const [name, text] of Object.entries(ownProblems(draft))) if (isJudged(owner(name))) found[name] ??= text
  const order = (name: string) => fieldPaths.indexOf(owner(name))
  return Object.fromEntries(Object.entries(found).toSorted(([one], [other]) => order(one) - order(other)))
}

/** A field's value in words, where two versions are shown beside each other. */
export function shown(path: FieldPath, value: unknown): string {
  if (path === 'flowData') {
    const { nodes, edges } = value as Draft['flowData']
    return `${plural(nodes.length, 'step', 'steps')}, ${plural(edges.length, 'connection', 'connections')}`
  }
  if (path === 'rules') {
    const rules = value as FlowRule[]
    return rules.length === 0 ? 'no rules' : rules.map((rule) => `${rule.when} → ${rule.then} ${rule.value}`).join('\n')
  }
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  return value === null || value === '' ? 'nothing' : String(value)
}
