/**
 * The draft of a flow in its form: validation, the body to send, and the fields that the service did not apply. Pure.
 *
 * The draft has the shape of the record, so that unknown fields of `flowData`, `rules` and `settings` are sent back with them: the service
 * replaces each as a whole (interface 2, reliability R29).
 */
import * as z from 'zod/mini'
import * as record from '#components/records/draft/record-draft.ts'
import type { Problems } from '#components/records/record-saving.ts'
import * as recordTexts from '#components/records/texts.tsx'
import { type Flow, FlowCreate, type FlowRule, FlowUpdate } from '#contract/index.ts'
import { stepOf } from '#flow-engine/graph.ts'
import { number } from '#ui/text/format-number.ts'
import { optionLabel } from './options.ts'
import { emptyGraph, outlineOf } from './steps/graph.ts'
import { problemsIn, ruleTargets } from './steps/problems.ts'
import * as stepTexts from './steps/texts.tsx'
import * as texts from './texts.tsx'

export type FieldPath = keyof typeof texts.fieldLabels
/** Every field of the form, in order. */
export const fieldPaths = Object.keys(texts.fieldLabels) as FieldPath[]

const draftFields = [
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
export type Draft = Pick<Flow, (typeof draftFields)[number]>
type FlowBody = z.input<typeof FlowCreate>
type ChangesBody = z.input<typeof FlowUpdate>

/** @param timezone the default time zone of working hours */
export const emptyDraft = (timezone: string): Draft => ({
  name: '',
  description: '',
  direction: 'outbound',
  agentId: null,
  // Nothing uses a flow before somebody activates it.
  isActive: false,
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

/** The fields of a record that the form edits. */
export const draftOf = (flow: Flow): Draft =>
  Object.fromEntries(draftFields.map((name) => [name, flow[name]])) as unknown as Draft

/** The draft of a copy. It is not active, so that no call uses it by accident. */
export const copyOf = (flow: Flow): Draft => ({ ...draftOf(flow), name: `${flow.name} (copy)`, isActive: false })

/** The paths at which two drafts differ. */
export const differences = (before: Draft, after: Draft): FieldPath[] => record.differences(fieldPaths, before, after)

const isSetting = (path: FieldPath) => path.startsWith('settings.')

/** The body that creates this flow. */
export const creationOf = (draft: Draft): FlowBody => ({ ...draft }) as FlowBody

/**
 * The body that saves this draft: only the changed fields. Changed settings are merged into those of the source.
 *
 * @param source the flow whose settings that the form does not know are sent
 */
export function changesOf(flow: Flow, draft: Draft, source = flow): ChangesBody {
  const body: Record<string, unknown> = {}
  for (const path of differences(draftOf(flow), draft)) if (!isSetting(path)) body[path] = draft[path as keyof Draft]
  const changedSettings = differences(draftOf(source), draft).filter(isSetting)
  const { settings } = changedSettings.reduce(
    (changed, path) => record.withValue(changed, path, record.valueAt(draft, path)),
    { settings: source.settings },
  )
  if (!record.isEqual(settings, flow.settings)) body.settings = settings
  return body
}

/** The fields whose values in the service's response differ from those that were sent. */
export const notApplied = (sent: ChangesBody, response: Flow): FieldPath[] =>
  record.notApplied(fieldPaths, sent, response)

/** The form name of a rule's field. */
export const ruleField = (index: number, field: 'when' | 'then' | 'value') => `rules.${index}.${field}`

const isTimeOfDay = (value: unknown): boolean => typeof value === 'string' && /^([01]\d|2[0-3]):[0-5]\d$/.test(value)

function isTimeZone(value: unknown): boolean {
  if (typeof value !== 'string' || value === '') return false
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: value }))
  } catch {
    return false
  }
}

const missingValueTexts: Partial<Record<string, (position: number) => string>> = {
  transfer: texts.enterRuleTransfer,
  message: texts.enterRuleMessage,
}

function ruleProblems(rule: FlowRule, index: number, draft: Draft): [string, string][] {
  const position = index + 1
  const value =
    rule.then === 'go_to_node'
      ? !stepOf(draft.flowData, rule.value) && `Rule ${position}: Choose the step to go to.`
      : rule.value.trim() === '' && missingValueTexts[rule.then]?.(position)
  return [
    ...(rule.when.trim() === ''
      ? [[ruleField(index, 'when'), `Rule ${position}: Enter when the rule applies.`] as [string, string]]
      : []),
    ...(value ? [[ruleField(index, 'value'), value] as [string, string]] : []),
  ]
}

const workingHoursPath = 'settings.responseSettings.workingHours'

/** Problems that the schema of the contract does not detect, by field. */
function extraProblems(draft: Draft): Problems {
  const valueOf = (path: string) => record.valueAt(draft, path)
  const problems: Problems = {}
  if (draft.welcomeMessage === 'ai_custom' && draft.customWelcomeMessage.trim() === '') {
    problems.customWelcomeMessage = 'Enter the welcome message, or choose another greeting.'
  }
  Object.assign(problems, Object.fromEntries(draft.rules.flatMap((rule, index) => ruleProblems(rule, index, draft))))
  if (valueOf(`${workingHoursPath}.enabled`) === true) {
    if (!isTimeOfDay(valueOf(`${workingHoursPath}.start`)))
      problems[`${workingHoursPath}.start`] = 'Enter when working hours start, for example 09:00.'
    if (!isTimeOfDay(valueOf(`${workingHoursPath}.end`)))
      problems[`${workingHoursPath}.end`] = 'Enter when working hours end, for example 17:00.'
    if (!isTimeZone(valueOf(`${workingHoursPath}.timezone`)))
      problems[`${workingHoursPath}.timezone`] = 'Choose a time zone, for example Europe/London.'
  }
  return problems
}

const problemTexts: Partial<Record<FieldPath, string>> = {
  name: 'Enter the name.',
  flowData: 'A step or connection has no ID or no type, so the service would refuse these steps.',
  rules: 'A rule has no ID or is incomplete, so the service would refuse these rules.',
  'settings.callSetting.maxCallDuration': texts.enterCallLength,
  'settings.callSetting.endCallOnSilence': texts.enterSilence,
}

function problemText(path: FieldPath, issue: z.core.$ZodIssue): string {
  if (path === 'name' && issue.code === 'too_big')
    return `Name can have at most ${number(Number(issue.maximum))} characters.`
  return problemTexts[path] ?? recordTexts.fieldInvalid(texts.fieldLabels[path])
}

/** The form field that a path of a schema issue belongs to. */
const fieldOf = (path: readonly PropertyKey[]): FieldPath => {
  const joined = path.join('.')
  return fieldPaths.find((field) => joined === field || joined.startsWith(`${field}.`)) ?? 'name'
}

/** The form field that a problem belongs to, such as rules for `rules.0.when`. */
const ownerOf = (name: string): FieldPath => fieldOf(name.split('.'))

/**
 * The problems of a draft.
 *
 * @param flow the record as it was opened, of which only changed fields are validated; null for a new one
 * @returns a sentence for each invalid field, in the order of the form; {} if the draft can be sent
 */
export function problemsOf(draft: Draft, flow: Flow | null): Problems {
  const result = flow ? FlowUpdate.safeParse(changesOf(flow, draft)) : FlowCreate.safeParse(creationOf(draft))
  const problems: Problems = {}
  for (const issue of result.success ? [] : result.error.issues) {
    const path = fieldOf(issue.path)
    problems[path] ??= problemText(path, issue)
  }
  const changed = new Set(flow ? differences(draftOf(flow), draft) : fieldPaths)
  // Working hours are validated together.
  const isValidated = (path: FieldPath) =>
    changed.has(path) ||
    (path.startsWith(workingHoursPath) &&
      fieldPaths.some((field) => field.startsWith(workingHoursPath) && changed.has(field)))
  for (const [name, text] of Object.entries(extraProblems(draft)))
    if (isValidated(ownerOf(name))) problems[name] ??= text
  const positionOf = (name: string) => fieldPaths.indexOf(ownerOf(name))
  return Object.fromEntries(Object.entries(problems).toSorted(([one], [other]) => positionOf(one) - positionOf(other)))
}

/**
 * What is wrong with a flow that this draft activates. Nothing of it prevents saving.
 *
 * @param flow the record as it was opened; null for a new one
 * @returns sentences; [] if the draft activates nothing
 */
export function activationProblems(flow: Flow | null, draft: Draft): string[] {
  if (!draft.isActive || flow?.isActive) return []
  const { flowData, rules, promptType, prompt, agentId } = draft
  const contentProblems =
    promptType === 'simple'
      ? prompt.trim() === ''
        ? ['The flow has no prompt, and the agent ignores its steps.']
        : []
      : problemsIn(flowData, outlineOf(flowData, ruleTargets(rules))).map(({ text }) => text)
  // Two steps can have the same problem.
  return [...new Set([...(agentId === null ? ['The flow has no agent, so no calls use it.'] : []), ...contentProblems])]
}

/** A field's value as text, when two versions are compared. */
export function formatValue(path: FieldPath, value: unknown): string {
  if (path === 'flowData') {
    const { nodes, edges } = value as Draft['flowData']
    return stepTexts.graphSize(nodes.length, edges.length)
  }
  if (path === 'rules') {
    const rules = value as FlowRule[]
    return rules.length === 0
      ? 'No rules'
      : rules
          .map((rule) =>
            `${texts.ruleCondition(rule.when)} → ${optionLabel(texts.ruleActionOptions, rule.then)} ${rule.value}`.trim(),
          )
          .join('\n')
  }
  return recordTexts.fieldValue(value)
}
