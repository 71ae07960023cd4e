/** The seed flows of Northfield Home: those of the files of calls, as an operator would have built them. */
import type { FlowEdge, FlowNode, FlowRule } from '#contract/index.ts'
import { type FlowFile, flowFiles } from '../carrier/call-scripts.ts'
import type { FlowFields } from '../records/flows.ts'
import { pick, type Random } from '../shared/random.ts'
import type { Department } from './company.ts'
import type { Market } from './people.ts'

/** Parses `a > b -Label> c` to edges. */
function parseEdges(paths: readonly string[]): FlowEdge[] {
  return paths.flatMap((path) => {
    const parts = path.split(/ (?:-([^>]+))?> /)
    const edges: FlowEdge[] = []
    for (let i = 0; i + 2 < parts.length; i += 2) {
      const [source = '', label, target = ''] = parts.slice(i, i + 3)
      edges.push({
        id: `${source}-${target}`,
        source,
        target,
        ...(label === undefined ? {} : { data: { label, condition: label } }),
      })
    }
    return edges
  })
}

/** The steps have no positions, as in a flow whose steps nobody moved: the dashboard lays them out. */
const nodesOf = (steps: FlowFile['steps']): FlowNode[] =>
  Object.entries(steps).map(([id, { type, text, ...data }]) => ({
    id,
    type,
    data: { ...data, ...(text === undefined ? {} : { prompt: text }) },
  }))

const rules: readonly FlowRule[] = [
  { id: 'human', when: 'caller_asks_for_human', then: 'transfer', value: 'customer care' },
  {
    id: 'silence',
    when: 'silence',
    then: 'end',
    value: "I can't hear you, so I'll hang up and try again another time. Goodbye.",
  },
  { id: 'annoyed', when: 'sentiment_negative', then: 'transfer', value: 'a team lead' },
  {
    id: 'late',
    when: 'outside_working_hours',
    then: 'message',
    value: "Hi {first_name}, we're closed right now and will call you on the next business day.",
  },
]

export interface GeneratedFlow {
  name: string
  department: Department
  /** Where the customers live whom the flow's agent calls. */
  market: Market
  fields: FlowFields
}

/** Names of inactive flows. */
const inactiveNames = new Set(['Appointment reminder, winter', 'Win-back after cancellation, UK'])

/** Generates the 25 flows. */
export function generateFlows(random: Random): GeneratedFlow[] {
  return flowFiles.flatMap(({ department, names, description, direction, prompt, opening, steps, paths }) =>
    names.map((name): GeneratedFlow => {
      const edges = parseEdges(paths)
      const market = /UK/.test(name) ? 'UK' : /EU/.test(name) ? 'EU' : 'US'
      const [opensAt, closesAt, timezone] = {
        UK: ['09:00', '18:00', 'Europe/London'],
        EU: ['08:00', '17:00', 'Europe/Berlin'],
        US: ['09:00', '20:00', pick(random, ['America/New_York', 'America/Chicago', 'America/Los_Angeles'])],
      }[market]
      return {
        name,
        department: department as Department,
        market,
        fields: {
          description,
          direction: direction ?? 'outbound',
          promptType: 'flow',
          prompt,
          flowData: { nodes: nodesOf(steps), edges },
          rules: rules.slice(0, 3 + Math.floor(random() * 2)).map((rule) => ({ ...rule })),
          isActive: !inactiveNames.has(name),
          welcomeMessage: opening === undefined ? 'ai_dynamic' : 'ai_custom',
          customWelcomeMessage: opening ?? '',
          settings: {
            callSetting: {
              maxCallDuration: pick(random, [600, 900, 1200]),
              endCallOnSilence: pick(random, [15, 20, 30]),
            },
            responseSettings: {
              delay: pick(random, [0.2, 0.4, 0.6]),
              workingHours: {
                // Outbound flows have no working hours, so that the demo has calls at any time of day.
                enabled: random() < 0.7 && direction === 'inbound',
                start: opensAt,
                end: closesAt,
                timezone,
                outOfHoursMessage: "We're closed right now and will call you back on the next business day.",
              },
            },
            enableRecording: random() < 0.9,
          },
        },
      }
    }),
  )
}
