/** A flow's steps to read: the diagram, the list beside it, and a panel for the selected one. */
import PhoneOutgoing from 'lucide-react/icons/phone-outgoing'
import { useRef, useState } from 'react'
import type { FlowRule } from '#contract/index.ts'
import type { Graph } from '#flow-engine/graph.ts'
import { Button } from '#ui/forms/button.tsx'
import { Section } from '#ui/layout/section.tsx'
import { SidePanel, WithPanel } from '#ui/overlays/side-panel.tsx'
import { plural } from '#ui/text/format-number.ts'
import { Diagram } from './canvas/diagram.tsx'
import { BackToRehearsal } from './panels/back-to-rehearsal.tsx'
import { ConnectionDetails, connectionFacts } from './panels/connection-panel.tsx'
import { Outline } from './panels/outline.tsx'
import { focusStep } from './panels/panel-actions.ts'
import { Problems } from './panels/problems.tsx'
import { StepDetails, StepFacts } from './panels/step-panel.tsx'
import { outlineOf } from './steps/graph.ts'
import { problemsByStep, problemsIn, ruleTargets } from './steps/problems.ts'
import { type Selection, selectedEdgeId, selectedStepId, useSelection } from './steps/selection.ts'
import { stepName } from './steps/step-types.ts'
import * as texts from './steps/texts.tsx'
import type { StepsRehearsal } from './steps/walked-path.ts'

/** The element ID of the button that opens the rehearsal. It gets the focus when the rehearsal is closed. */
const rehearseButtonId = 'rehearse-flow'

interface Props {
  graph: Graph
  rules: readonly FlowRule[]
  rehearsal: StepsRehearsal
}

export function StepsSection({ graph, rules, rehearsal }: Props) {
  const { selection, select: setSelection, isFromRehearsal, panel, openPanel } = useSelection()
  const [focusedBefore, setFocusedBefore] = useState<Element | null>(null)
  const frame = useRef<HTMLDivElement>(null)
  const lines = outlineOf(graph, ruleTargets(rules))
  const problems = problemsIn(graph, lines)
  const stepId = selectedStepId(selection)
  const selectedIds = stepId === null ? [] : [stepId]
  const line = lines.find((candidate) => candidate.node.id === stepId)
  const edge = graph.edges.find(({ id }) => id === selectedEdgeId(selection))

  const select = (next: Selection) => {
    if (selection === null) setFocusedBefore(document.activeElement)
    setSelection(next)
  }
  const close = () => {
    if (isFromRehearsal) return openPanel('rehearse')
    setSelection(null)
    if (focusedBefore instanceof HTMLElement && focusedBefore.isConnected && focusedBefore !== document.body)
      focusedBefore.focus()
    else focusStep(stepId ?? edge?.source ?? null)
  }
  const openRehearsal = () => {
    openPanel('rehearse')
    // The panel is as high as the window, so that its buttons are in view beside the diagram.
    frame.current?.scrollIntoView()
  }
  const closeRehearsal = () => {
    openPanel(null)
    document.getElementById(rehearseButtonId)?.focus()
  }
  return (
    <div ref={frame}>
      <WithPanel
        panel={
          panel === 'rehearse' ? (
            <SidePanel title={texts.rehearse} recordId={panel} onClose={closeRehearsal}>
              {rehearsal.content}
            </SidePanel>
          ) : line ? (
            <SidePanel
              title={stepName(line)}
              recordId={line.node.id}
              onClose={close}
              facts={<StepFacts node={line.node} />}
            >
              <BackToRehearsal />
              <StepDetails line={line} lines={lines} onSelect={select} actions={null} />
            </SidePanel>
          ) : edge ? (
            <SidePanel title={texts.connection} recordId={edge.id} onClose={close} facts={connectionFacts(edge, lines)}>
              <ConnectionDetails edge={edge} lines={lines} actions={null} />
            </SidePanel>
          ) : null
        }
      >
        <Section
          title="Steps"
          facts={texts.graphSize(graph.nodes.length, graph.edges.length)}
          actions={
            <Button id={rehearseButtonId} size="small" icon={PhoneOutgoing} onClick={openRehearsal}>
              {texts.rehearse}
            </Button>
          }
          flush
        >
          {graph.nodes.length === 0 ? (
            <p className="px-3 py-3 text-muted">This flow has no steps. Calls follow only the prompt.</p>
          ) : (
            <div className="lg:grid lg:h-[clamp(26rem,calc(100dvh-15.5rem),52rem)] lg:grid-cols-[3fr_2fr]">
              <div className="h-[60vh] border-line max-lg:border-b lg:h-auto lg:border-r">
                <Diagram
                  graph={graph}
                  lines={lines}
                  problems={problemsByStep(problems)}
                  selectedIds={selectedIds}
                  selectedEdgeId={edge?.id ?? null}
                  path={rehearsal.path}
                  onSelect={select}
                  edit={null}
                />
              </div>
              <div className="min-h-0 lg:overflow-y-auto">
                {problems.length > 0 && (
                  <section aria-labelledby="problems" className="border-b border-line bg-ground px-3 py-2">
                    <h3 id="problems" className="mb-1 text-base font-medium">
                      {plural(problems.length, 'problem', 'problems')}
                    </h3>
                    <Problems problems={problems} onSelect={select} />
                  </section>
                )}
                <div className="px-1 py-2">
                  <Outline lines={lines} selectedIds={selectedIds} path={rehearsal.path} onSelect={select} />
                </div>
              </div>
            </div>
          )}
        </Section>
      </WithPanel>
    </div>
  )
}
