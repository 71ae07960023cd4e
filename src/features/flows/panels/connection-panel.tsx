/** The details of one connection: its target, label and condition. */
import Trash from 'lucide-react/icons/trash-2'
import { asText, otherFacts } from '#components/records/other-facts.tsx'
import type { FlowEdge } from '#contract/index.ts'
import { Button } from '#ui/forms/button.tsx'
import { Select } from '#ui/forms/select.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { DescriptionList } from '#ui/layout/section.tsx'
import { dataOf, type OutlineLine } from '../steps/graph.ts'
import type { Selection } from '../steps/selection.ts'
import { stepName } from '../steps/step-types.ts'
import * as texts from '../steps/texts.tsx'
import { labelField, useLabelFocus } from './label-focus.ts'
import type { PanelActions } from './panel-actions.ts'

const nameOfStep = (lines: readonly OutlineLine[], id: string): string => {
  const line = lines.find(({ node }) => node.id === id)
  return line ? stepName(line) : texts.noSuchStep(id)
}

/** Where a connection begins, below its heading. */
export const connectionFacts = (edge: FlowEdge, lines: readonly OutlineLine[]): string =>
  `From ${nameOfStep(lines, edge.source)}`

interface Props {
  edge: FlowEdge
  lines: readonly OutlineLine[]
  /** What was opened to edit: its label gets the focus. */
  opened?: Selection
  actions: PanelActions | null
}

export function ConnectionDetails({ edge, lines, opened = null, actions }: Props) {
  useLabelFocus(opened)
  const nameOf = (id: string) => nameOfStep(lines, id)
  const valueOf = (key: string) => (edge.data?.[key] === undefined ? '' : asText(edge.data[key]))
  const facts = [
    ...otherFacts(dataOf(edge), ['label', 'condition']),
    ...otherFacts(edge, ['id', 'source', 'target', 'data']),
  ]
  return (
    <div className="flex flex-col gap-3">
      {actions ? (
        <>
          <Select
            label={texts.connectionTarget}
            value={edge.target}
            options={lines
              .filter(({ node }) => node.id !== edge.source)
              .map((line) => ({ value: line.node.id, label: stepName(line) }))}
            onChange={(target) => actions.edit({ kind: 'edge-target', id: edge.id, target })}
          />
          <TextField
            label={texts.connectionLabel}
            name={labelField}
            hint="Shown on the arrow, for example “Yes”."
            value={valueOf('label')}
            onChange={(value) => actions.edit({ kind: 'edge-data', id: edge.id, key: 'label', value })}
          />
          <TextField
            label={texts.condition}
            optional
            hint="When to take this branch."
            value={valueOf('condition')}
            onChange={(value) => actions.edit({ kind: 'edge-data', id: edge.id, key: 'condition', value })}
          />
        </>
      ) : (
        <DescriptionList
          facts={[
            { term: texts.connectionTarget, value: nameOf(edge.target) },
            { term: texts.connectionLabel, value: valueOf('label') || '–' },
            { term: texts.condition, value: valueOf('condition') || '–' },
          ]}
        />
      )}
      {facts.length > 0 && <DescriptionList facts={facts} />}
      {actions && (
        <div>
          <Button size="small" icon={Trash} onClick={() => actions.removeConnection(edge.id)}>
            Delete connection
          </Button>
        </div>
      )}
    </div>
  )
}
