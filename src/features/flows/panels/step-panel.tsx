/** The details of one step: its fields and connections, to read or to edit. */
import Copy from 'lucide-react/icons/copy-plus'
import Trash from 'lucide-react/icons/trash-2'
import X from 'lucide-react/icons/x'
import type { KeyboardEvent } from 'react'
import { asText, otherFacts } from '#components/records/other-facts.tsx'
import { type FlowEdge, type FlowNode, fitsWords } from '#contract/index.ts'
import { connectionLabel } from '#flow-engine/graph.ts'
import { linkClasses } from '#ui/classes.ts'
import { Button } from '#ui/forms/button.tsx'
import { Combobox } from '#ui/forms/combobox.tsx'
import { Id } from '#ui/forms/copy-button.tsx'
import { IconButton } from '#ui/forms/icon-button.tsx'
import { Select } from '#ui/forms/select.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { DescriptionList } from '#ui/layout/section.tsx'
import { dataOf, type OutlineLine } from '../steps/graph.ts'
import type { Selection } from '../steps/selection.ts'
import { isStepType, stepName, stepTypeOf, stepTypes } from '../steps/step-types.ts'
import * as texts from '../steps/texts.tsx'
import { WithVariables } from '../steps/variables.tsx'
import { AddStep } from './add-step.tsx'
import { branchField, labelField, useLabelFocus } from './label-focus.ts'
import { focusStep, type PanelActions } from './panel-actions.ts'
import { PromptField } from './prompt-field.tsx'

interface Props {
  line: OutlineLine
  lines: readonly OutlineLine[]
  onSelect: (next: Selection) => void
  /** What was opened to edit: its label gets the focus. */
  opened?: Selection
  /** null: read-only. */
  actions: PanelActions | null
}

/** The type and ID of a step, below its name. */
export const StepFacts = ({ node }: { node: FlowNode }) => (
  <span className="flex flex-wrap items-baseline gap-x-2">
    {stepTypeOf(node.type).name} <Id id={node.id} name="step ID" />
  </span>
)

export function StepDetails(props: Props) {
  const { line, actions, opened = null } = props
  useLabelFocus(opened)
  return (
    <div className="flex flex-col gap-3">
      {actions ? <Fields line={line} lines={props.lines} edit={actions.edit} /> : <ReadOnlyFields line={line} />}
      <OtherData line={line} />
      <Connections {...props} />
      {actions && <Actions {...props} actions={actions} />}
    </div>
  )
}

/** The name of the field that connects the step to another one. */
export const connectField = 'selected-connect'

const typeOptions = (current: string) =>
  [...stepTypes, ...(isStepType(current) ? [] : [current])].map((type) => ({
    value: type,
    label: stepTypeOf(type).name,
  }))

/** The only connection that leads to a step, if it is a branch of a condition: its label is edited with the step. */
function branchTo(line: OutlineLine, lines: readonly OutlineLine[]) {
  const sources = lines.flatMap((source) =>
    source.next.filter(({ edge }) => edge.target === line.node.id).map(({ edge }) => ({ source, edge })),
  )
  const [only] = sources
  return sources.length === 1 && only?.source.node.type === 'condition' ? only : null
}

/** Enter goes to the next field of the panel and, after the last one, back to the step. Escape goes back at once. */
function goToNextField(event: KeyboardEvent<HTMLElement>, stepId: string) {
  if (event.key === 'Escape') return focusStep(stepId)
  if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
  // The field is inside the form of the flow, which Enter would submit.
  event.preventDefault()
  const panel = event.currentTarget.closest('[data-step-fields]')
  const fields = [
    ...(panel?.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input:not([aria-hidden]), textarea') ?? []),
  ]
  const next = fields[fields.findIndex((field) => field === event.currentTarget) + 1]
  if (!next) return focusStep(stepId)
  next.focus()
  next.select()
}

interface FieldsProps {
  line: OutlineLine
  lines: readonly OutlineLine[]
  edit: PanelActions['edit']
}

function Fields({ line, lines, edit }: FieldsProps) {
  const { node } = line
  const valueOf = (key: string) => (node.data?.[key] === undefined ? '' : asText(node.data[key]))
  const setValue = (key: string) => (value: string) => edit({ kind: 'step-data', id: node.id, key, value })
  const branch = branchTo(line, lines)
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => goToNextField(event, node.id)
  return (
    <div data-step-fields="" className="flex flex-col gap-3">
      {branch && (
        <TextField
          label="Branch"
          name={branchField}
          hint={`When ${stepName(branch.source)} leads here, for example “Yes”.`}
          value={asText(dataOf(branch.edge).label ?? '')}
          onChange={(value) => edit({ kind: 'edge-data', id: branch.edge.id, key: 'label', value })}
          onKeyDown={onKeyDown}
        />
      )}
      <TextField
        label="Label"
        name={labelField}
        value={valueOf('label')}
        onChange={setValue('label')}
        onKeyDown={onKeyDown}
      />
      {stepTypeOf(node.type).fields.map(({ key, label, hint, isMultiline }) =>
        isMultiline ? (
          <PromptField
            key={key}
            label={label}
            hint={hint}
            value={valueOf(key)}
            onChange={setValue(key)}
            onOtherKey={(event) => event.key === 'Escape' && focusStep(node.id)}
          />
        ) : (
          <TextField
            key={key}
            label={label}
            hint={hint}
            value={valueOf(key)}
            onChange={setValue(key)}
            onKeyDown={onKeyDown}
          />
        ),
      )}
      <Select
        label="Step type"
        value={node.type}
        options={typeOptions(node.type)}
        onChange={(type) => edit({ kind: 'step-type', id: node.id, type })}
      />
    </div>
  )
}

const ReadOnlyFields = ({ line: { node } }: { line: OutlineLine }) => (
  <>
    {stepTypeOf(node.type).fields.map(({ key, label }) => {
      const text = node.data?.[key] === undefined ? '' : asText(node.data[key])
      return (
        text !== '' && (
          <div key={key}>
            <h3 className="text-label font-medium text-muted">{label}</h3>
            <p className="break-words whitespace-pre-line">
              <WithVariables text={text} />
            </p>
          </div>
        )
      )
    })}
  </>
)

function OtherData({ line: { node } }: { line: OutlineLine }) {
  const shownKeys = ['label', ...stepTypeOf(node.type).fields.map(({ key }) => key)]
  const facts = [...otherFacts(dataOf(node), shownKeys), ...otherFacts(node, ['id', 'type', 'position', 'data'])]
  if (facts.length === 0) return null
  return (
    <section aria-label="Other data in this step">
      <h3 className="text-label font-medium text-muted">Other data in this step, saved unchanged</h3>
      <DescriptionList facts={facts} />
    </section>
  )
}

function Connections({ line: { next }, lines, onSelect, actions }: Props) {
  const targetOf = (edge: FlowEdge) => {
    const target = lines.find(({ node }) => node.id === edge.target)
    return target ? stepName(target) : texts.noSuchStep(edge.target)
  }
  return (
    <section aria-label={texts.nextSteps}>
      <h3 className="text-label font-medium text-muted">{texts.nextSteps}</h3>
      {next.length === 0 && <p className="text-muted">No step follows this one.</p>}
      <ul className="divide-y divide-line">
        {next.map(({ edge, node }) => (
          <li key={edge.id} className="flex items-center gap-2 py-1">
            <span className="min-w-0 flex-1 break-words">
              {connectionLabel(edge) && <span className="text-muted">{`${connectionLabel(edge)} → `}</span>}
              {node ? (
                <button type="button" className={linkClasses} onClick={() => onSelect({ node: node.id })}>
                  {targetOf(edge)}
                </button>
              ) : (
                targetOf(edge)
              )}
            </span>
            {actions && (
              <>
                <Button
                  size="small"
                  variant="ghost"
                  aria-label={texts.editConnection(targetOf(edge))}
                  onClick={() => onSelect({ edge: edge.id })}
                >
                  {texts.edit}
                </Button>
                <IconButton
                  size="small"
                  icon={X}
                  label={`Delete connection to ${targetOf(edge)}`}
                  onClick={() => actions.edit({ kind: 'remove-edge', id: edge.id })}
                />
              </>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Actions({ line, lines, actions }: Props & { actions: PanelActions }) {
  const { node, next } = line
  const connected = new Set(next.map(({ edge }) => edge.target))
  return (
    <>
      <Combobox<OutlineLine>
        // Remounts the field after each choice, so that it is empty again.
        key={next.length}
        label="Connect to"
        items={lines.filter((other) => other !== line && !connected.has(other.node.id))}
        value={null}
        name={connectField}
        onChange={(other) => {
          if (!other) return
          actions.connect(node.id, other.node.id)
          if (node.type !== 'condition') focusStep(node.id)
        }}
        textOf={stepName}
        keyOf={(other) => other.node.id}
        matches={fitsWords}
        placeholder="Choose a step"
        noMatches="No other step has this name."
      />
      <div className="flex flex-wrap gap-2">
        <AddStep
          label="Add step after this one"
          hasStart={lines.some((other) => other.node.type === 'start')}
          onAdd={(type) => actions.add(type, node.id)}
        />
        <Button size="small" icon={Copy} onClick={() => actions.duplicate([node.id])}>
          {texts.duplicate}
        </Button>
        <Button size="small" icon={Trash} onClick={() => actions.removeSteps([node.id])}>
          Delete step
        </Button>
      </div>
    </>
  )
}
