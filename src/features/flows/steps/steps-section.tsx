/** A flow's steps, as a diagram and as a list, with a panel for the selected one. To read or to edit. */
import Redo from 'lucide-react/icons/redo-2'
import Undo from 'lucide-react/icons/undo-2'
import { lazy, Suspense, useState } from 'react'
import type { FlowRule } from '#contract/index.ts'
import { useShortcut } from '#kit/keyboard/shortcuts.ts'
import { linkClasses } from '#ui/classes.ts'
import { IconButton } from '#ui/forms/icon-button.tsx'
import { Section } from '#ui/layout/section.tsx'
import { WithPanel } from '#ui/overlays/side-panel.tsx'
import { AddStep } from './add-step.tsx'
import { ConnectionPanel } from './connection-panel.tsx'
import type { Edit, History } from './edit-history.ts'
import { type Graph, outlineOf, type Point, unusedId } from './graph.ts'
import { Outline } from './outline.tsx'
import { outlineLineId, type Selection, selectedEdgeId, selectedStepId, useSelection } from './selection.ts'
import { type PanelActions, StepPanel } from './step-panel.tsx'
import { type StepType, stepTypeOf } from './step-types.ts'
import { ruleTargets, type Suggestion, suggestionsFor } from './suggestions.ts'
import * as texts from './texts.tsx'

const Canvas = lazy(() => import('./canvas.tsx'))

export interface GraphEditor {
  history: History
  edit: (edit: Edit) => void
  undo: () => void
  redo: () => void
}

interface Props {
  graph: Graph
  rules: readonly FlowRule[]
  /** null: read-only. */
  editor: GraphEditor | null
}

/** Focuses a step in the list, or the list itself, without scrolling. */
const focusOutline = (stepId: string | null) =>
  (document.getElementById(outlineLineId(stepId ?? '')) ?? document.getElementById('outline'))?.focus({
    preventScroll: true,
  })

export function StepsSection({ graph, rules, editor }: Props) {
  const [selection, setSelection] = useSelection()
  const [focusedBefore, setFocusedBefore] = useState<Element | null>(null)
  const lines = outlineOf(graph, ruleTargets(rules))
  const suggestions = suggestionsFor(graph, rules)
  const stepId = selectedStepId(selection)
  const line = lines.find((candidate) => candidate.node.id === stepId)
  const edge = graph.edges.find(({ id }) => id === selectedEdgeId(selection))

  const select = (next: Selection) => {
    if (selection === null) setFocusedBefore(document.activeElement)
    setSelection(next)
  }
  const close = () => {
    setSelection(null)
    if (focusedBefore instanceof HTMLElement && focusedBefore.isConnected && focusedBefore !== document.body)
      focusedBefore.focus()
    else focusOutline(stepId ?? edge?.source ?? null)
  }
  const actions = editor && createPanelActions(editor, graph, select)
  return (
    <WithPanel
      panel={
        line ? (
          <StepPanel line={line} lines={lines} onSelect={select} onClose={close} actions={actions} />
        ) : edge ? (
          <ConnectionPanel edge={edge} lines={lines} onClose={close} actions={actions} />
        ) : null
      }
    >
      <Section
        title={texts.stepsSection}
        facts={texts.graphSize(graph.nodes.length, graph.edges.length)}
        actions={editor && actions && <Tools editor={editor} actions={actions} graph={graph} selection={selection} />}
        flush
      >
        {graph.nodes.length === 0 ? (
          <p className="px-3 py-3 text-muted">{editor ? texts.noStepsToEdit : texts.noSteps}</p>
        ) : (
          <>
            <div className="h-[clamp(18rem,44vh,36rem)] border-b border-line">
              <Suspense
                fallback={
                  <output aria-busy className="sr-only">
                    {texts.loadingDiagram}
                  </output>
                }
              >
                <Canvas
                  graph={graph}
                  lines={lines}
                  flaggedStepIds={new Set(suggestions.flatMap((suggestion) => suggestion.node ?? []))}
                  selection={selection}
                  onSelect={select}
                  edit={
                    editor && {
                      connect: (source, target) => editor.edit({ kind: 'connect', source, target }),
                      move: (positions: Record<string, Point>) => editor.edit({ kind: 'move', positions }),
                      tidy: (positions: Record<string, Point>) => editor.edit({ kind: 'tidy', positions }),
                    }
                  }
                />
              </Suspense>
            </div>
            <Suggestions suggestions={suggestions} isEditing={editor !== null} onSelect={select} />
            <div className="px-1 py-2">
              <Outline lines={lines} selection={selection} onSelect={select} />
            </div>
          </>
        )}
      </Section>
    </WithPanel>
  )
}

function createPanelActions({ edit }: GraphEditor, graph: Graph, select: (next: Selection) => void): PanelActions {
  return {
    edit,
    addAfter: (type: StepType, after: string | null) => {
      const id = unusedId(graph.nodes, type)
      edit({ kind: 'add', step: { id, type, label: stepTypeOf(type).name }, after })
      select({ node: id })
    },
    remove: (selection) => {
      const [stepId, edgeId] = [selectedStepId(selection), selectedEdgeId(selection)]
      if (stepId !== null) edit({ kind: 'remove-step', id: stepId })
      if (edgeId !== null) edit({ kind: 'remove-edge', id: edgeId })
      select(null)
      focusOutline(null)
    },
  }
}

interface ToolsProps {
  editor: GraphEditor
  actions: PanelActions
  graph: Graph
  selection: Selection
}

function Tools({ editor: { history, undo, redo }, actions, graph, selection }: ToolsProps) {
  const [announcement, setAnnouncement] = useState('')
  const [editToUndo, editToRedo] = [history.past.at(-1)?.edit, history.future.at(-1)?.edit]
  const undoEdit = () => {
    if (!editToUndo) return
    undo()
    setAnnouncement(texts.undone(editToUndo))
  }
  const redoEdit = () => {
    if (!editToRedo) return
    redo()
    setAnnouncement(texts.redone(editToRedo))
  }
  useShortcut('flows.undo', undoEdit)
  useShortcut('flows.redo', redoEdit)
  useShortcut('flows.delete', () => actions.remove(selection), selection !== null)
  return (
    <>
      <output className="sr-only">{announcement}</output>
      <IconButton
        size="small"
        icon={Undo}
        label={texts.undo(editToUndo)}
        disabledReason={!editToUndo && texts.nothingToUndo}
        onClick={undoEdit}
      />
      <IconButton
        size="small"
        icon={Redo}
        label={texts.redo(editToRedo)}
        disabledReason={!editToRedo && texts.nothingToRedo}
        onClick={redoEdit}
      />
      <AddStep
        label={texts.addStep}
        hasStart={graph.nodes.some(({ type }) => type === 'start')}
        onAdd={(type) => actions.addAfter(type, selectedStepId(selection))}
      />
    </>
  )
}

interface SuggestionsProps {
  suggestions: readonly Suggestion[]
  isEditing: boolean
  onSelect: (next: Selection) => void
}

function Suggestions({ suggestions, isEditing, onSelect }: SuggestionsProps) {
  if (suggestions.length === 0) return null
  return (
    <section aria-label={texts.suggestions} className="border-b border-line bg-ground px-3 py-2">
      <h3 className="text-base font-medium">
        {isEditing ? texts.suggestionCountInForm(suggestions.length) : texts.suggestionCount(suggestions.length)}
      </h3>
      <ul className="mt-1 list-disc pl-5 text-soft">
        {suggestions.map(({ text, node }) => (
          <li key={text}>
            {node === null ? (
              text
            ) : (
              <button type="button" className={`${linkClasses} text-left`} onClick={() => onSelect({ node })}>
                {text}
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
