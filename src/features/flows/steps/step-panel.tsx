/** One step beside the graph: what it holds and where it leads; to be read, or to be written. */
import Trash from 'lucide-react/icons/trash-2'
import X from 'lucide-react/icons/x'
import { type FlowEdge, fitsWords } from '#contract/index.ts'
import { linkLook } from '#ui/classes.ts'
import { Button } from '#ui/forms/button.tsx'
import { Combobox } from '#ui/forms/combobox.tsx'
import { Id } from '#ui/forms/copy-button.tsx'
import { IconButton } from '#ui/forms/icon-button.tsx'
import { Select } from '#ui/forms/select.tsx'
import { TextArea, TextField } from '#ui/forms/text-field.tsx'
import { DescriptionList } from '#ui/layout/section.tsx'
import { SidePanel } from '#ui/overlays/side-panel.tsx'
import { AddStep } from './add-step.tsx'
import type { Edit } from './edit-history.ts'
import { labelOf, type OutlineLine, wordsOf } from './graph.ts'
import { inWords, otherFacts } from './other-facts.tsx'
import type { Selection } from './selection.ts'
import { isStepType, kindOf, type StepType, stepTypes } from './step-kinds.ts'
import { VariablesHint, WithVariables } from './variables.tsx'

export interface PanelActions {
  edit: (edit: Edit) => void
  /** Adds a step after another, and selects it. */
  addAfter: (type: StepType, after: string | null) => void
  remove: (selection: Selection) => void
}

interface Props {
  line: OutlineLine
  lines: readonly OutlineLine[]
  onSelect: (next: Selection) => void
  onClose: () => void
  /** null: it is only read. */
  actions: PanelActions | null
}

export const nameOf = ({ number, node }: OutlineLine): string => `${number}. ${labelOf(node) || kindOf(node.type).word}`

export function StepPanel(props: Props) {
  const { line, actions, onClose } = props
  const { node } = line
  return (
    <SidePanel
      title={nameOf(line)}
      subject={node.id}
      onClose={onClose}
      facts={
        <span className="flex flex-wrap items-baseline gap-x-2">
          {kindOf(node.type).word} <Id id={node.id} of="step ID" />
        </span>
      }
    >
      <div className="flex flex-col gap-3">
        {actions ? <Fields line={line} edit={actions.edit} /> : <Texts line={line} />}
        <Kept line={line} />
        <Ways {...props} />
        {actions && <Actions {...props} actions={actions} />}
      </div>
    </SidePanel>
  )
}

const kinds = (current: string) =>
  [...stepTypes, ...(isStepType(current) ? [] : [current])].map((type) => ({ value: type, label: kindOf(type).word }))

function Fields({ line: { node }, edit }: { line: OutlineLine; edit: PanelActions['edit'] }) {
  const at = (key: string) => (node.data[key] === undefined ? '' : inWords(node.data[key]))
  const set = (key: string) => (value: string) => edit({ kind: 'step-data', id: node.id, key, value })
  return (
    <>
      <Select
        label="Kind of step"
        value={node.type}
        options={kinds(node.type)}
        onChange={(type) => edit({ kind: 'step-type', id: node.id, type })}
      />
      <TextField label="Label" value={at('label')} onChange={set('label')} />
      {kindOf(node.type).fields.map(({ key, label, hint, long }) =>
        long ? (
          <TextArea
            key={key}
            label={label}
            rows={4}
            value={at(key)}
            onChange={set(key)}
            hint={<VariablesHint text={at(key)} hint={hint} />}
          />
        ) : (
          <TextField key={key} label={label} hint={hint} value={at(key)} onChange={set(key)} />
        ),
      )}
    </>
  )
}

const Texts = ({ line: { node } }: { line: OutlineLine }) => (
  <>
    {kindOf(node.type).fields.map(({ key, label }) => {
      const text = node.data[key] === undefined ? '' : inWords(node.data[key])
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

function Kept({ line: { node } }: { line: OutlineLine }) {
  const shown = ['label', ...kindOf(node.type).fields.map(({ key }) => key)]
  const facts = [...otherFacts(node.data, shown), ...otherFacts(node, ['id', 'type', 'position', 'data'])]
  if (facts.length === 0) return null
  return (
    <section aria-label="Also in this step">
      <h3 className="text-label font-medium text-muted">Also in this step, kept as it is</h3>
      <DescriptionList facts={facts} />
    </section>
  )
}

function Ways({ line: { next }, lines, onSelect, actions }: Props) {
  const named = (edge: FlowEdge) => {
    const target = lines.find(({ node }) => node.id === edge.target)
    return target ? nameOf(target) : `${edge.target || 'nothing'}, which does not exist`
  }
  return (
    <section aria-label="Leads to">
      <h3 className="text-label font-medium text-muted">Leads to</h3>
      {next.length === 0 && <p className="text-muted">Nothing comes after this step.</p>}
      <ul className="divide-y divide-line">
        {next.map(({ edge, node }) => (
          <li key={edge.id} className="flex items-center gap-2 py-1">
            <span className="min-w-0 flex-1 break-words">
              {wordsOf(edge) && <span className="text-muted">{wordsOf(edge)} → </span>}
              {node ? (
                <button type="button" className={linkLook} onClick={() => onSelect({ node: node.id })}>
                  {named(edge)}
                </button>
              ) : (
                named(edge)
              )}
            </span>
            {actions && (
              <>
                <Button size="small" variant="ghost" onClick={() => onSelect({ edge: edge.id })}>
                  Edit<span className="sr-only"> the connection to {named(edge)}</span>
                </Button>
                <IconButton
                  size="small"
                  icon={X}
                  label={`Delete the connection to ${named(edge)}`}
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
  const taken = new Set(next.map(({ edge }) => edge.target))
  return (
    <>
      <Combobox<OutlineLine>
        // A choice is an act: the field is empty again after it.
        key={next.length}
        label="Connect to"
        items={lines.filter((other) => other !== line && !taken.has(other.node.id))}
        value={null}
        onChange={(other) => other && actions.edit({ kind: 'connect', source: node.id, target: other.node.id })}
        textOf={nameOf}
        keyOf={(other) => other.node.id}
        fits={fitsWords}
        placeholder="Choose a step"
        none="No other step has this name."
      />
      <div className="flex flex-wrap gap-2">
        <AddStep
          label="Add a step after this"
          hasStart={lines.some((other) => other.node.type === 'start')}
          onAdd={(type) => actions.addAfter(type, node.id)}
        />
        <Button size="small" icon={Trash} onClick={() => actions.remove({ node: node.id })}>
          Delete step
        </Button>
      </div>
    </>
  )
}
