/** A flow's steps: drawn, listed, and one of them open beside; to be read, or to be edited. */
import Redo from 'lucide-react/icons/redo-2'
import Undo from 'lucide-react/icons/undo-2'
import { lazy, Suspense, useState } from 'react'
import type { FlowRule } from '#contract/index.ts'
import { useShortcut } from '#kit/keyboard/shortcuts.ts'
import { linkLook } from '#ui/classes.ts'
import { IconButton } from '#ui/forms/icon-button.tsx'
import { Section } from '#ui/layout/section.tsx'
import { WithPanel } from '#ui/overlays/side-panel.tsx'
import { plural } from '#ui/text/format-number.ts'
import { AddStep } from './add-step.tsx'
import { EdgePanel } from './connection-panel.tsx'
import type { Edit, History } from './edit-history.ts'
import { freshId, type Graph, outlineOf, type Place } from './graph.ts'
import { Outline } from './outline.tsx'
import { lineId, type Selection, selectedEdge, selectedNode, useSelection } from './selection.ts'
import { kindOf, type StepType } from './step-kinds.ts'
import { type PanelActions, StepPanel } from './step-panel.tsx'
import { entriesOf, type Finding, findingsOf } from './suggestions.ts'

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
  /** null: the steps are only read. */
  editor: GraphEditor | null
}

/** Leads the keyboard to a step in the list, or to the list; what is looked at stays in view. */
const focusOutline = (node: string | null) =>
  (document.getElementById(lineId(node ?? '')) ?? document.getElementById('outline'))?.focus({ preventScroll: true })

export function StepsSection({ graph, rules, editor }: Props) {
  const [selection, setSelection] = useSelection()
  const [openedFrom, setOpenedFrom] = useState<Element | null>(null)
  const lines = outlineOf(graph, entriesOf(rules))
  const findings = findingsOf(graph, rules)
  const node = selectedNode(selection)
  const line = lines.find((one) => one.node.id === node)
  const edge = graph.edges.find(({ id }) => id === selectedEdge(selection))

  const select = (next: Selection) => {
    if (selection === null) setOpenedFrom(document.activeElement)
    setSelection(next)
  }
  const close = () => {
    setSelection(null)
    if (openedFrom instanceof HTMLElement && openedFrom.isConnected && openedFrom !== document.body) openedFrom.focus()
    else focusOutline(node ?? edge?.source ?? null)
  }
  const actions = editor && actionsOn(editor, graph, select)
  return (
    <WithPanel
      panel={
        line ? (
          <StepPanel line={line} lines={lines} onSelect={select} onClose={close} actions={actions} />
        ) : edge ? (
          <EdgePanel edge={edge} lines={lines} onClose={close} actions={actions} />
        ) : null
      }
    >
      <Section
        title="Steps"
        facts={`${plural(graph.nodes.length, 'step', 'steps')}, ${plural(graph.edges.length, 'connection', 'connections')}`}
        actions={editor && actions && <Tools editor={editor} actions={actions} graph={graph} selection={selection} />}
        flush
      >
        {graph.nodes.length === 0 ? (
          <p className="px-3 py-3 text-muted">
            There are no steps.{' '}
            {editor ? 'Add one to begin: a call starts at Start.' : 'Calls follow the prompt alone.'}
          </p>
        ) : (
          <>
            <div className="h-[clamp(18rem,44vh,36rem)] border-b border-line">
              <Suspense
                fallback={
                  <output aria-busy className="sr-only">
                    Drawing the steps
                  </output>
                }
              >
                <Canvas
                  graph={graph}
                  lines={lines}
                  odd={new Set(findings.flatMap((finding) => finding.node ?? []))}
                  selection={selection}
                  onSelect={select}
                  edit={
                    editor && {
                      connect: (source, target) => editor.edit({ kind: 'connect', source, target }),
                      move: (places: Record<string, Place>) => editor.edit({ kind: 'move', places }),
                      tidy: (places: Record<string, Place>) => editor.edit({ kind: 'tidy', places }),
                    }
                  }
                />
              </Suspense>
            </div>
            <Findings findings={findings} onSelect={select} />
            <div className="px-1 py-2">
              <Outline lines={lines} selection={selection} onSelect={select} />
            </div>
          </>
        )}
      </Section>
    </WithPanel>
  )
}

function actionsOn({ edit }: GraphEditor, graph: Graph, select: (next: Selection) => void): PanelActions {
  return {
    edit,
    addAfter: (type: StepType, after: string | null) => {
      const id = freshId(graph.nodes, type)
      edit({ kind: 'add', step: { id, type, label: kindOf(type).word }, after })
      select({ node: id })
    },
    remove: (selection) => {
      const [node, edge] = [selectedNode(selection), selectedEdge(selection)]
      if (node !== null) edit({ kind: 'remove-step', id: node })
      if (edge !== null) edit({ kind: 'remove-edge', id: edge })
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
  const [said, setSaid] = useState('')
  const [back, forth] = [history.past.at(-1)?.name, history.future.at(-1)?.name]
  const goBack = () => {
    if (!back) return
    undo()
    setSaid(`Undone: ${back}.`)
  }
  const goForth = () => {
    if (!forth) return
    redo()
    setSaid(`Redone: ${forth}.`)
  }
  useShortcut('flows.undo', goBack)
  useShortcut('flows.redo', goForth)
  useShortcut('flows.delete', () => actions.remove(selection), selection !== null)
  return (
    <>
      <output className="sr-only">{said}</output>
      <IconButton
        size="small"
        icon={Undo}
        label={back ? `Undo: ${back}` : 'Undo'}
        disabledReason={!back && 'There is nothing to undo.'}
        onClick={goBack}
      />
      <IconButton
        size="small"
        icon={Redo}
        label={forth ? `Redo: ${forth}` : 'Redo'}
        disabledReason={!forth && 'There is nothing to redo.'}
        onClick={goForth}
      />
      <AddStep
        label="Add a step"
        hasStart={graph.nodes.some(({ type }) => type === 'start')}
        onAdd={(type) => actions.addAfter(type, selectedNode(selection))}
      />
    </>
  )
}

function Findings({ findings, onSelect }: { findings: readonly Finding[]; onSelect: (next: Selection) => void }) {
  if (findings.length === 0) return null
  return (
    <section aria-label="Worth a look" className="border-b border-line bg-ground px-3 py-2">
      <h3 className="text-base font-medium">
        {plural(findings.length, 'thing is', 'things are')} worth a look. The flow can be saved all the same.
      </h3>
      <ul className="mt-1 list-disc pl-5 text-soft">
        {findings.map(({ text, node }) => (
          <li key={text}>
            {node === null ? (
              text
            ) : (
              <button type="button" className={`${linkLook} text-left`} onClick={() => onSelect({ node })}>
                {text}
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
