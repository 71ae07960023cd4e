/** The editor's state: the graph, and every step back and forth. Pure. */
import type { Graph, Place } from './graph.ts'
import * as change from './graph.ts'

export type Edit =
  | { kind: 'add'; step: { id: string; type: string; label: string }; after: string | null }
  | { kind: 'connect'; source: string; target: string }
  | { kind: 'step-data'; id: string; key: string; value: string }
  | { kind: 'step-type'; id: string; type: string }
  | { kind: 'edge-data'; id: string; key: string; value: string }
  | { kind: 'edge-target'; id: string; target: string }
  | { kind: 'remove-step'; id: string }
  | { kind: 'remove-edge'; id: string }
  | { kind: 'move'; places: Readonly<Record<string, Place>> }
  | { kind: 'tidy'; places: Readonly<Record<string, Place>> }

/** What each is called beside Undo. */
const names: Record<Edit['kind'], string> = {
  add: 'add a step',
  connect: 'connect two steps',
  'step-data': 'change a step',
  'step-type': 'change a step’s type',
  'edge-data': 'change a connection',
  'edge-target': 'lead a connection elsewhere',
  'remove-step': 'delete a step',
  'remove-edge': 'delete a connection',
  move: 'move steps',
  tidy: 'tidy up',
}

interface Moment {
  graph: Graph
  /** What was done then, such as "add a step". */
  name: string
}

export interface History {
  /** The graphs before, the latest last, each with what was then done to it. */
  past: readonly Moment[]
  /** The graphs that were undone, the next one last. */
  future: readonly Moment[]
  /** What the last edit changed: typing on in the same field is one step back. */
  last: string
}

export const noHistory: History = { past: [], future: [], last: '' }

/** More than anybody goes back, and little to hold: graphs share what did not change. */
const longest = 200

const applied = (graph: Graph, edit: Edit): Graph => {
  switch (edit.kind) {
    case 'add':
      return change.addStep(graph, edit.step, edit.after)
    case 'connect':
      return change.connect(graph, edit.source, edit.target)
    case 'step-data':
      return change.setStepData(graph, edit.id, edit.key, edit.value)
    case 'step-type':
      return change.setStepType(graph, edit.id, edit.type)
    case 'edge-data':
      return change.setEdgeData(graph, edit.id, edit.key, edit.value)
    case 'edge-target':
      return change.setEdgeTarget(graph, edit.id, edit.target)
    case 'remove-step':
      return change.removeStep(graph, edit.id)
    case 'remove-edge':
      return change.removeEdge(graph, edit.id)
    case 'move':
    case 'tidy':
      return change.place(graph, edit.places)
  }
}

/** Edits that go on where the last one stopped: typing in one field, pushing one step along. */
function streamOf(edit: Edit): string {
  if (edit.kind === 'step-data' || edit.kind === 'edge-data') return `${edit.kind} ${edit.id} ${edit.key}`
  if (edit.kind === 'move' && Object.keys(edit.places).length === 1) return `move ${Object.keys(edit.places)[0]}`
  return ''
}

export interface Editing {
  graph: Graph
  history: History
}

/** Does an edit; one that changes nothing leaves no trace. */
export function edited({ graph, history }: Editing, edit: Edit): Editing {
  const next = applied(graph, edit)
  if (next === graph) return { graph, history }
  const stream = streamOf(edit)
  const goesOn = stream !== '' && stream === history.last
  const past = goesOn ? history.past : [...history.past, { graph, name: names[edit.kind] }].slice(-longest)
  return { graph: next, history: { past, future: [], last: stream } }
}

/** Goes one step back; at the beginning nothing happens. */
export function undone({ graph, history: { past, future } }: Editing): Editing {
  const before = past.at(-1)
  if (!before) return { graph, history: { past, future, last: '' } }
  return {
    graph: before.graph,
    history: { past: past.slice(0, -1), future: [...future, { graph, name: before.name }], last: '' },
  }
}

/** Takes one step back again. */
export function redone({ graph, history: { past, future } }: Editing): Editing {
  const after = future.at(-1)
  if (!after) return { graph, history: { past, future, last: '' } }
  return {
    graph: after.graph,
    history: { past: [...past, { graph, name: after.name }], future: future.slice(0, -1), last: '' },
  }
}
