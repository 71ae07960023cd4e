/**
 * The calls of the demo, written by hand as whole conversations. Each file has a flow of the demo and calls that follow it; `any.json` has calls
 * that end before their matter, so they fit any flow.
 */

import type { Condition } from '#flow-engine/conditions.ts'
import { stepText } from '#flow-engine/graph.ts'
import annualService from './calls/annual-service.json' with { type: 'json' }
import any from './calls/any.json' with { type: 'json' }
import appointment from './calls/appointment.json' with { type: 'json' }
import delivery from './calls/delivery.json' with { type: 'json' }
import feedback from './calls/feedback.json' with { type: 'json' }
import installation from './calls/installation.json' with { type: 'json' }
import invoice from './calls/invoice.json' with { type: 'json' }
import missedVisit from './calls/missed-visit.json' with { type: 'json' }
import recall from './calls/recall.json' with { type: 'json' }
import renewal from './calls/renewal.json' with { type: 'json' }
import repair from './calls/repair.json' with { type: 'json' }
import supportLine from './calls/support-line.json' with { type: 'json' }
import upgrade from './calls/upgrade.json' with { type: 'json' }
import welcome from './calls/welcome.json' with { type: 'json' }
import winBack from './calls/win-back.json' with { type: 'json' }
import { type CallFlow, type Role, speakingSeconds } from './talk.ts'

/** A flow as its file writes it. */
export interface FlowFile {
  department: string
  /** One flow for each name. */
  names: readonly string[]
  description: string
  direction?: string
  prompt: string
  opening?: string
  steps: Readonly<Record<string, FlowStep>>
  /** Edges between steps: `a > b > c`, or `a -Label> b` for a branch. */
  paths: readonly string[]
  calls: readonly CallFile[]
}

interface FlowStep {
  type: string
  label: string
  text?: string
  /** What the agent says while it sends the text of a message. */
  spoken?: string
  department?: string
}

/** How a call goes, as far as that decides who is called and what follows. */
export type CallKind =
  | 'agreed'
  | 'refused'
  | 'busy'
  | 'complaint'
  | 'person'
  | 'do-not-call'
  | 'hang-up'
  | 'household'
  | 'wrong-number'
  | 'moved-away'

/**
 * Its kind, after `in` the name of the flow whose calls it is one of, if not of each of the file, and the lines of `CallScript` as text, from the
 * customer's reaction to the greeting on.
 */
type CallFile = readonly string[]

/** `text`: the message after the call, which says what was agreed. */
type Speaker = Role | 'text'

export type ScriptLine =
  | {
      role: Speaker
      /**
       * `[one|other]` are alternatives, of which one is said; those with a name, `[pet:one|other]`, are one choice in the whole call, and an empty
       * one leaves out its line. `@id` stands for the words of a step.
       */
      text: string
      moodChange: number
      /** Least and most seconds of silence before it. */
      pause: readonly [number, number]
      /** The label of the branch to which the answer leads. */
      branch: string | null
    }
  /** The flow's rule for this condition is followed. */
  | { rule: Condition }

export interface CallScript {
  kind: CallKind
  /** The name of the only flow in which it happens; null: in all that have its steps. */
  onlyIn: string | null
  lines: readonly ScriptLine[]
  /** The steps of its flow; null if it fits any flow. */
  steps: FlowFile['steps'] | null
  /** Whether the greeting has to say for whom the call is. */
  needsName: boolean
  /** About how long it takes. */
  seconds: number
}

const roles: Readonly<Record<string, Speaker>> = { A: 'agent', C: 'customer', L: 'colleague', T: 'text' }
/** `C +1 5-9s >Has to think: I'd have to ask at home.`: speaker, mood, pause, branch and text. All but the first and last may be absent. */
const linePattern = /^([ACLT])(?: ([+-]\d))?(?: (\d+)(?:-(\d+))?s)?(?: >([^:]+))?: (.+)$/

function parseLine(line: string): ScriptLine {
  if (line.startsWith('! ')) return { rule: line.slice(2) as Condition }
  const [, role = '', mood = '0', least = '0', most = least, branch = null, text = ''] = linePattern.exec(line) ?? []
  if (text === '') throw new SyntaxError(`A line of a call cannot be read: ${line}`)
  return { role: roles[role] as Speaker, text, moodChange: Number(mood), pause: [Number(least), Number(most)], branch }
}

/** A text with one of each of its alternatives. */
export const withAlternatives = (
  text: string,
  choose: (name: string | undefined, alternatives: readonly string[]) => string,
): string =>
  text.replaceAll(/\[(?:(\w+):(?! ))?([^\]]+)\]/g, (_, name: string | undefined, inside: string) =>
    choose(name, inside.split('|')),
  )

/** What lies between two lines, on average. */
const gapSeconds = 1.1
/** Somebody picks up and is greeted. */
const greetingSeconds = 12

function secondsOf(lines: readonly ScriptLine[], steps: FlowFile['steps'] | null): number {
  return lines.reduce((sum, line) => {
    if ('rule' in line || line.role === 'text') return sum
    const said = withAlternatives(line.text, (_, [first = '']) => first).replace(
      /@(\w+)/,
      (_, id: string) => steps?.[id]?.spoken ?? steps?.[id]?.text ?? '',
    )
    return sum + speakingSeconds(said) + gapSeconds + (line.pause[0] + line.pause[1]) / 2
  }, greetingSeconds)
}

const parseCalls = (calls: readonly CallFile[], steps: FlowFile['steps'] | null): CallScript[] =>
  calls.map(([title = '', ...written]) => {
    const [kind = '', onlyIn = null] = title.split(' in ')
    const lines = written.map(parseLine)
    return {
      kind: kind as CallKind,
      onlyIn,
      lines,
      steps,
      needsName: ['household', 'wrong-number', 'moved-away'].includes(kind) && steps === null,
      seconds: secondsOf(lines, steps),
    }
  })

/** The flows of the demo. */
export const flowFiles: readonly FlowFile[] = [
  renewal,
  winBack,
  upgrade,
  appointment,
  annualService,
  missedVisit,
  delivery,
  installation,
  invoice,
  repair,
  recall,
  supportLine,
  feedback,
  welcome,
]

const ownScripts = flowFiles.map(({ names, steps, calls }) => ({ names, steps, scripts: parseCalls(calls, steps) }))
const anyScripts = parseCalls(any, null)

/** The calls that may fit a flow: those of its own, if it still is that flow, before those that fit any. */
export function scriptsFor({ name, flowData: { nodes } }: CallFlow): readonly CallScript[] {
  const own = ownScripts.find(({ steps }) => {
    const spoken = Object.entries(steps).filter(([, { type }]) => type === 'say' || type === 'ask')
    return spoken.every(([id, { text }]) => nodes.some((node) => node.id === id && stepText(node) === text))
  })
  const fitting = own?.scripts.filter(({ onlyIn }) => [name, null].includes(onlyIn) || !own.names.includes(name))
  return [...(fitting ?? []), ...anyScripts]
}
