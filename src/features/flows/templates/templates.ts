/** Complete flows that people start from. A column of a batch's file fills in each variable in braces. Pure. */
import type { FlowEdge, FlowNode } from '#contract/index.ts'
import { type Draft, emptyDraft } from '../draft.ts'
import templates from './templates.json' with { type: 'json' }

export interface Template {
  name: string
  description: string
  direction: 'outbound' | 'inbound' | 'bidirectional'
  prompt: string
  /** The welcome message; without one, the agent greets in its own words. */
  welcome?: string
  /** By the ID of the step: its type, and its data. */
  steps: Readonly<Record<string, { type: string } & FlowNode['data']>>
  /** `a > b > c`, or `a -Label> b` for a branch. */
  paths: readonly string[]
  /** The action and its value, by condition. */
  rules: readonly { when: string; then: string; value: string }[]
  /** Calls outside these hours follow the rule for them. */
  outOfHours?: string
}

const templatesById = new Map(Object.entries(templates as Record<string, Template>))

export const templateIds: readonly string[] = [...templatesById.keys()]

export const templateOf = (id: string): Template | null => templatesById.get(id) ?? null

/** Without positions: the diagram lays the steps out until somebody moves one. */
function graphOf({ steps, paths }: Pick<Template, 'steps' | 'paths'>): Draft['flowData'] {
  const nodes = Object.entries(steps).map(([id, { type, ...data }]): FlowNode => ({ id, type, data }))
  const edges: FlowEdge[] = []
  for (const path of paths) {
    // The separators are captured: an arrow, with the label of its branch or without one.
    const [first = '', ...rest] = path.split(/ (?:-([^>]+))?> /)
    let source = first
    for (let index = 0; index + 1 < rest.length; index += 2) {
      const [label, target = ''] = [rest[index], rest[index + 1]]
      edges.push({
        id: `edge_${edges.length + 1}`,
        source,
        target,
        ...(label !== undefined && { data: { label } }),
      })
      source = target
    }
  }
  return { nodes, edges }
}

/**
 * The draft of a new flow.
 *
 * @param timezone the time zone of its working hours
 */
export function draftFrom(template: Template, timezone: string): Draft {
  const { name, description, direction, prompt, welcome, rules, outOfHours } = template
  const empty = emptyDraft(timezone)
  const { responseSettings } = empty.settings as { responseSettings: { workingHours: object } }
  const workingHours = { ...responseSettings.workingHours, enabled: true, outOfHoursMessage: outOfHours }
  return {
    ...empty,
    name,
    description,
    direction,
    prompt,
    ...(welcome !== undefined && { welcomeMessage: 'ai_custom', customWelcomeMessage: welcome }),
    flowData: graphOf(template),
    rules: rules.map((rule, index) => ({ id: `rule_${index + 1}`, ...rule })),
    ...(outOfHours !== undefined && {
      settings: { ...empty.settings, responseSettings: { ...responseSettings, workingHours } },
    }),
  }
}
