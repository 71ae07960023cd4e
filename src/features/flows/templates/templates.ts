/** Complete flows that people start from. Pure. */
import type { FlowEdge, FlowNode } from '#contract/index.ts'
import { type Draft, emptyDraft } from '../draft.ts'
import { type TemplateId, type TemplateTexts, templateTexts } from './template-texts.ts'

export const templateIds = Object.keys(templateTexts) as TemplateId[]
const isTemplateId = (id: string): id is TemplateId => Object.hasOwn(templateTexts, id)

export const templateOf = (id: string): TemplateTexts | null => (isTemplateId(id) ? templateTexts[id] : null)

/** Without positions: the diagram lays the steps out until somebody moves one. */
function graphOf({ steps, paths }: Pick<TemplateTexts, 'steps' | 'paths'>): Draft['flowData'] {
  const nodes = Object.entries(steps).map(
    ([id, [type, label, prompt, data]]): FlowNode => ({
      id,
      type,
      data: { label, ...(prompt !== undefined && { prompt }), ...data },
    }),
  )
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
export function draftFrom(template: TemplateTexts, timezone: string): Draft {
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
    rules: rules.map(([when, then, value], index) => ({ id: `rule_${index + 1}`, when, then, value })),
    ...(outOfHours !== undefined && {
      settings: { ...empty.settings, responseSettings: { ...responseSettings, workingHours } },
    }),
  }
}
