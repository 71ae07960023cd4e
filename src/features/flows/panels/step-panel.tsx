/** The details of one step: its fields and connections, to read or to edit. */
import Trash from 'lucide-react/icons/trash-2'
import X from 'lucide-react/icons/x'
import { type FlowEdge, type FlowNode, fitsWords } from '#contract/index.ts'
import { linkClasses } from '#ui/classes.ts'
import { Button } from '#ui/forms/button.tsx'
import { Combobox } from '#ui/forms/combobox.tsx'
import { Id } from '#ui/forms/copy-button.tsx'
import { IconButton } from '#ui/forms/icon-button.tsx'
import { Select } from '#ui/forms/select.tsx'
import { TextArea, TextField } from '#ui/forms/text-field.tsx'
import { DescriptionList } from '#ui/layout/section.tsx'
import { connectionLabel, dataOf, type OutlineLine } from '../steps/graph.ts'
import { asText, otherFacts } from '../steps/other-facts.tsx'
import type { Selection } from '../steps/selection.ts'
import { isStepType, stepName, stepTypeOf, stepTypes } from '../steps/step-types.ts'
import * as texts from '../steps/texts.tsx'
import { VariablesHint, WithVariables } from '../steps/variables.tsx'
import { AddStep } from './add-step.tsx'
import { labelField, useLabelFocus } from './label-focus.ts'
import type { PanelActions } from './panel-actions.ts'

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
    {stepTypeOf(node.type).name} <Id id={node.id} name={texts.stepId} />
  </span>
)

export function StepDetails(props: Props) {
  const { line, actions, opened = null } = props
  useLabelFocus(opened)
  return (
    <div className="flex flex-col gap-3">
      {actions ? <Fields line={line} edit={actions.edit} /> : <ReadOnlyFields line={line} />}
      <OtherData line={line} />
      <Connections {...props} />
      {actions && <Actions {...props} actions={actions} />}
    </div>
  )
}

const typeOptions = (current: string) =>
  [...stepTypes, ...(isStepType(current) ? [] : [current])].map((type) => ({
    value: type,
    label: stepTypeOf(type).name,
  }))

function Fields({ line: { node }, edit }: { line: OutlineLine; edit: PanelActions['edit'] }) {
  const valueOf = (key: string) => (node.data?.[key] === undefined ? '' : asText(node.data[key]))
  const setValue = (key: string) => (value: string) => edit({ kind: 'step-data', id: node.id, key, value })
  return (
    <>
      <Select
        label={texts.stepType}
        value={node.type}
        options={typeOptions(node.type)}
        onChange={(type) => edit({ kind: 'step-type', id: node.id, type })}
      />
      <TextField label={texts.stepLabel} name={labelField} value={valueOf('label')} onChange={setValue('label')} />
      {stepTypeOf(node.type).fields.map(({ key, label, hint, isMultiline }) =>
        isMultiline ? (
          <TextArea
            key={key}
            label={label}
            rows={4}
            value={valueOf(key)}
            onChange={setValue(key)}
            hint={<VariablesHint text={valueOf(key)} hint={hint} />}
          />
        ) : (
          <TextField key={key} label={label} hint={hint} value={valueOf(key)} onChange={setValue(key)} />
        ),
      )}
    </>
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
    <section aria-label={texts.otherData}>
      <h3 className="text-label font-medium text-muted">{texts.otherDataNote}</h3>
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
      {next.length === 0 && <p className="text-muted">{texts.noNextStep}</p>}
      <ul className="divide-y divide-line">
        {next.map(({ edge, node }) => (
          <li key={edge.id} className="flex items-center gap-2 py-1">
            <span className="min-w-0 flex-1 break-words">
              {connectionLabel(edge) && (
                <span className="text-muted">{texts.connectionPrefix(connectionLabel(edge))}</span>
              )}
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
                  label={texts.deleteConnectionTo(targetOf(edge))}
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
        label={texts.connectTo}
        items={lines.filter((other) => other !== line && !connected.has(other.node.id))}
        value={null}
        onChange={(other) => other && actions.edit({ kind: 'connect', source: node.id, target: other.node.id })}
        textOf={stepName}
        keyOf={(other) => other.node.id}
        matches={fitsWords}
        placeholder={texts.chooseStep}
        noMatches={texts.noMatchingStep}
      />
      <div className="flex flex-wrap gap-2">
        <AddStep
          label={texts.addStepAfter}
          hasStart={lines.some((other) => other.node.type === 'start')}
          onAdd={(type) => actions.addAfter(type, node.id)}
        />
        <Button size="small" icon={Trash} onClick={() => actions.remove({ node: node.id })}>
          {texts.deleteStep}
        </Button>
      </div>
    </>
  )
}
