/** The drawer of the editor: the selected step, the fields of the flow, its rules, the problems found in its steps, and its rehearsal. */
import Copy from 'lucide-react/icons/copy-plus'
import Trash from 'lucide-react/icons/trash-2'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import type { ReactNode } from 'react'
import { Button } from '#ui/forms/button.tsx'
import type { Tab } from '#ui/layout/tabs.tsx'
import { Tabs } from '#ui/layout/tabs.tsx'
import { Glyph } from '#ui/status/icon.tsx'
import { BackToRehearsal } from '../panels/back-to-rehearsal.tsx'
import { ConnectionDetails, connectionFacts } from '../panels/connection-panel.tsx'
import type { PanelActions } from '../panels/panel-actions.ts'
import { Problems } from '../panels/problems.tsx'
import { StepDetails, StepFacts } from '../panels/step-panel.tsx'
import type { OutlineLine } from '../steps/graph.ts'
import type { Problem } from '../steps/problems.ts'
import { type PanelId, type Selection, selectedEdgeId, selectedStepId } from '../steps/selection.ts'
import { stepName } from '../steps/step-types.ts'
import * as stepTexts from '../steps/texts.tsx'
import { ruleOrder } from '../texts.tsx'
import { type FieldBinding, FlowFields } from './flow-fields.tsx'
import { RulesField } from './rules-field.tsx'
import * as texts from './texts.ts'

interface Props extends FieldBinding {
  lines: readonly OutlineLine[]
  problems: readonly Problem[]
  selection: Selection
  /** The selected steps: one, or several. */
  selectedIds: readonly string[]
  opened: Selection
  /** The panel that was chosen, if any. */
  panel: PanelId | null
  onOpenPanel: (panel: PanelId) => void
  onSelect: (next: Selection) => void
  actions: PanelActions
  /** null: the outline is beside the diagram. */
  outline: ReactNode
  rehearsal: ReactNode
}

export function Drawer({
  lines,
  problems,
  selection,
  selectedIds,
  opened,
  panel,
  onOpenPanel,
  onSelect,
  actions,
  outline,
  rehearsal,
  ...fields
}: Props) {
  const { flowData, rules } = fields.draft
  const line = lines.find(({ node }) => node.id === selectedStepId(selection))
  const edge = flowData.edges.find(({ id }) => id === selectedEdgeId(selection))
  const tabs: Tab<PanelId>[] = [
    ...(outline ? [{ id: 'outline' as const, label: texts.outline, content: outline }] : []),
    {
      id: 'step',
      label: edge ? stepTexts.connection : 'Step',
      content:
        selectedIds.length > 1 ? (
          <SeveralSteps ids={selectedIds} actions={actions} />
        ) : line ? (
          <>
            <BackToRehearsal />
            <Titled title={stepName(line)} facts={<StepFacts node={line.node} />}>
              <StepProblems problems={problems.filter(({ node }) => node === line.node.id)} />
              <StepDetails
                key={line.node.id}
                line={line}
                lines={lines}
                onSelect={onSelect}
                opened={opened}
                actions={actions}
              />
            </Titled>
          </>
        ) : edge ? (
          <Titled title={stepTexts.connection} facts={connectionFacts(edge, lines)}>
            <ConnectionDetails key={edge.id} edge={edge} lines={lines} opened={opened} actions={actions} />
          </Titled>
        ) : (
          <p className="text-muted">
            {lines.length === 0
              ? stepTexts.noStepsToEdit
              : 'Select a step in the diagram or in the outline to edit it.'}
          </p>
        ),
    },
    { id: 'flow', label: 'Flow', content: <FlowFields {...fields} /> },
    {
      id: 'rules',
      label: 'Rules',
      count: rules.length,
      content: (
        <>
          <p className="mb-2 text-label text-muted">{ruleOrder}.</p>
          <RulesField
            rules={rules}
            lines={lines}
            errorAt={fields.errorAt}
            onChange={(next) => fields.setField('rules', next)}
          />
        </>
      ),
    },
    {
      id: 'problems',
      label: stepTexts.problems,
      count: problems.length,
      content:
        problems.length === 0 ? (
          <p className="text-muted">No problems found in the steps.</p>
        ) : (
          <>
            <p className="mb-2 text-label text-muted">You can save a flow that has problems.</p>
            <Problems problems={problems} onSelect={onSelect} />
          </>
        ),
    },
    { id: 'rehearse', label: stepTexts.rehearse, content: rehearsal },
  ]
  const fallback: PanelId = selection ? 'step' : outline ? 'outline' : 'flow'
  const active = tabs.find(({ id }) => id === panel)?.id ?? fallback
  const title = active === 'step' && line ? stepName(line) : tabs.find(({ id }) => id === active)?.label
  return (
    <aside aria-label={title} className="flex min-h-0 flex-1 flex-col bg-raised">
      <Tabs label="Details" tabs={tabs} active={active} onChange={onOpenPanel} />
    </aside>
  )
}

/** What can be done with several selected steps. */
const SeveralSteps = ({ ids, actions }: { ids: readonly string[]; actions: PanelActions }) => (
  <Titled
    title={stepTexts.selectionCount(ids.length)}
    facts="Copy them with Ctrl+C, and paste them here or in another flow with Ctrl+V."
  >
    <div className="flex flex-wrap gap-2">
      <Button size="small" icon={Copy} onClick={() => actions.duplicate(ids)}>
        {stepTexts.duplicate}
      </Button>
      <Button size="small" icon={Trash} onClick={() => actions.removeSteps(ids)}>
        Delete
      </Button>
    </div>
  </Titled>
)

/** What to check in the selected step. */
const StepProblems = ({ problems }: { problems: readonly Problem[] }) =>
  problems.length > 0 && (
    <ul aria-label="Problems of this step" className="mb-3 rounded-base bg-ground px-2 py-1.5">
      {problems.map(({ text }) => (
        <li key={text} className="flex items-start gap-2 text-label text-soft">
          <span className="mt-0.5 text-muted">
            <Glyph icon={TriangleAlert} size="small" />
          </span>
          {text}
        </li>
      ))}
    </ul>
  )

const Titled = ({ title, facts, children }: { title: string; facts: ReactNode; children: ReactNode }) => (
  <>
    <h2 className="text-large break-words">{title}</h2>
    <div className="mb-3 text-label text-muted">{facts}</div>
    {children}
  </>
)
