/** The panel of one connection: its target, label and condition. */
import Trash from 'lucide-react/icons/trash-2'
import type { FlowEdge } from '#contract/index.ts'
import { Button } from '#ui/forms/button.tsx'
import { Select } from '#ui/forms/select.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { DescriptionList } from '#ui/layout/section.tsx'
import { SidePanel } from '#ui/overlays/side-panel.tsx'
import { dataOf, type OutlineLine } from './graph.ts'
import { asText, otherFacts } from './other-facts.tsx'
import type { PanelActions } from './step-panel.tsx'
import { stepName } from './step-types.ts'
import * as texts from './texts.tsx'

interface Props {
  edge: FlowEdge
  lines: readonly OutlineLine[]
  onClose: () => void
  actions: PanelActions | null
}

export function ConnectionPanel({ edge, lines, onClose, actions }: Props) {
  const nameOf = (id: string) => {
    const line = lines.find(({ node }) => node.id === id)
    return line ? stepName(line) : texts.noSuchStep(id)
  }
  const valueOf = (key: string) => (edge.data?.[key] === undefined ? '' : asText(edge.data[key]))
  const facts = [
    ...otherFacts(dataOf(edge), ['label', 'condition']),
    ...otherFacts(edge, ['id', 'source', 'target', 'data']),
  ]
  return (
    <SidePanel
      title={texts.connection}
      recordId={edge.id}
      onClose={onClose}
      facts={texts.connectionSource(nameOf(edge.source))}
    >
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
              hint={texts.connectionLabelHint}
              value={valueOf('label')}
              onChange={(value) => actions.edit({ kind: 'edge-data', id: edge.id, key: 'label', value })}
            />
            <TextField
              label={texts.condition}
              optional
              hint={texts.conditionHint}
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
            <Button size="small" icon={Trash} onClick={() => actions.remove({ edge: edge.id })}>
              {texts.deleteConnection}
            </Button>
          </div>
        )}
      </div>
    </SidePanel>
  )
}
