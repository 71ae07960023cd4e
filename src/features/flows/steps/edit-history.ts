/** The step editor's state: the graph with its undo history. Pure. */

import type { Graph } from '#flow-engine/graph.ts'
import { type Copied, pasteSteps } from './copied-steps.ts'
import type { Point } from './graph.ts'
import * as change from './graph.ts'

export type Edit =
  | { kind: 'add'; step: { id: string; type: string; label: string }; after: string | null; at?: Point | null }
  | { kind: 'paste' | 'duplicate'; copied: Copied }
  | { kind: 'connect'; source: string; target: string }
  | { kind: 'step-data'; id: string; key: string; value: string }
  | { kind: 'step-type'; id: string; type: string }
  | { kind: 'edge-data'; id: string; key: string; value: string }
  | { kind: 'edge-target'; id: string; target: string }
  | { kind: 'remove-steps'; ids: readonly string[] }
  | { kind: 'remove-edge'; id: string }
  | { kind: 'move'; positions: Readonly<Record<string, Point>> }
  | { kind: 'align' | 'tidy'; positions: Readonly<Record<string, Point>> }

interface HistoryEntry {
  graph: Graph
  /** The kind of the edit that undo reverts or redo repeats. */
  edit: Edit['kind']
}

export interface History {
  /** Earlier graphs, each with the edit that was made to it. Undo restores the last one. */
  past: readonly HistoryEntry[]
  /** Undone graphs, each with its undone edit. Redo restores the last one. */
  future: readonly HistoryEntry[]
  /** Consecutive edits with the same merge key, such as typing in one field, are undone together. */
  lastMergeKey: string
}

export const emptyHistory: History = { past: [], future: [], lastMergeKey: '' }

/** Consecutive graphs share their unchanged steps, so this many need little memory. */
const maxUndoSteps = 200

const graphAfter = (graph: Graph, edit: Edit): Graph => {
  switch (edit.kind) {
    case 'add':
      return change.addStep(graph, edit.step, edit.after, edit.at)
    case 'paste':
    case 'duplicate':
      return pasteSteps(graph, edit.copied).graph
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
    case 'remove-steps':
      return change.removeSteps(graph, edit.ids)
    case 'remove-edge':
      return change.removeEdge(graph, edit.id)
    case 'move':
    case 'align':
    case 'tidy':
      return change.moveSteps(graph, edit.positions)
  }
}

/** The key under which an edit merges with the next: typing in one field or moving one step. '' if it does not merge. */
function mergeKeyOf(edit: Edit): string {
  if (edit.kind === 'step-data' || edit.kind === 'edge-data') return `${edit.kind} ${edit.id} ${edit.key}`
  if (edit.kind === 'move' && Object.keys(edit.positions).length === 1) return `move ${Object.keys(edit.positions)[0]}`
  return ''
}

export interface EditorState {
  graph: Graph
  history: History
}

/** Applies an edit. One that changes nothing is not recorded. */
export function applyEdit({ graph, history }: EditorState, edit: Edit): EditorState {
  const next = graphAfter(graph, edit)
  if (next === graph) return { graph, history }
  const mergeKey = mergeKeyOf(edit)
  const isMerged = mergeKey !== '' && mergeKey === history.lastMergeKey
  const past = isMerged ? history.past : [...history.past, { graph, edit: edit.kind }].slice(-maxUndoSteps)
  return { graph: next, history: { past, future: [], lastMergeKey: mergeKey } }
}

/** A graph's edits, and undo and redo. */
export interface GraphEditor {
  history: History
  edit: (edit: Edit) => void
  undo: () => void
  redo: () => void
}

/** Reverts the last edit, if there is one. */
export function undo({ graph, history: { past, future } }: EditorState): EditorState {
  const before = past.at(-1)
  if (!before) return { graph, history: { past, future, lastMergeKey: '' } }
  return {
    graph: before.graph,
    history: { past: past.slice(0, -1), future: [...future, { graph, edit: before.edit }], lastMergeKey: '' },
  }
}

/** Applies the last undone edit again, if there is one. */
export function redo({ graph, history: { past, future } }: EditorState): EditorState {
  const after = future.at(-1)
  if (!after) return { graph, history: { past, future, lastMergeKey: '' } }
  return {
    graph: after.graph,
    history: { past: [...past, { graph, edit: after.edit }], future: future.slice(0, -1), lastMergeKey: '' },
  }
}
