/** One connection beside the graph: when it is taken, and where it leads. */
import Trash from 'lucide-react/icons/trash-2'
import type { FlowEdge } from '#contract/index.ts'
import { Button } from '#ui/forms/button.tsx'
import { Select } from '#ui/forms/select.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { DescriptionList } from '#ui/layout/section.tsx'
import { SidePanel } from '#ui/overlays/side-panel.tsx'
import type { OutlineLine } from './graph.ts'
import { inWords, otherFacts } from './other-facts.tsx'
import { nameOf, type PanelActions } from './step-panel.tsx'

interface Props {
  edge: FlowEdge
  lines: readonly OutlineLine[]
  onClose: () => void
  actions: PanelActions | null
}

export function EdgePanel({ edge, lines, onClose, actions }: Props) {
  const named = (id: string) => {
    const line = lines.find(({ node }) => node.id === id)
    return line ? nameOf(line) : `${id || 'nothing'}, which does not exist`
  }
  const at = (key: string) => (edge.data?.[key] === undefined ? '' : inWords(edge.data[key]))
  const facts = [
    ...otherFacts(edge.data ?? {}, ['label', 'condition']),
    ...otherFacts(edge, ['id', 'source', 'target', 'data']),
  ]
  return (
    <SidePanel title="Connection" subject={edge.id} onClose={onClose} facts={`From ${named(edge.source)}`}>
      <div className="flex flex-col gap-3">
        {actions ? (
          <>
            <Select
              label="Leads to"
              value={edge.target}
              options={lines
                .filter(({ node }) => node.id !== edge.source)
                .map((line) => ({ value: line.node.id, label: nameOf(line) }))}
              onChange={(target) => actions.edit({ kind: 'edge-target', id: edge.id, target })}
            />
            <TextField
              label="Label"
              hint="What stands at the arrow, such as Yes."
              value={at('label')}
              onChange={(value) => actions.edit({ kind: 'edge-data', id: edge.id, key: 'label', value })}
            />
            <TextField
              label="Condition"
              optional
              hint="When this way is taken, in words."
              value={at('condition')}
              onChange={(value) => actions.edit({ kind: 'edge-data', id: edge.id, key: 'condition', value })}
            />
          </>
        ) : (
          <DescriptionList
            facts={[
              { term: 'Leads to', value: named(edge.target) },
              { term: 'Label', value: at('label') || '–' },
              { term: 'Condition', value: at('condition') || '–' },
            ]}
          />
        )}
        {facts.length > 0 && <DescriptionList facts={facts} />}
        {actions && (
          <div>
            <Button size="small" icon={Trash} onClick={() => actions.remove({ edge: edge.id })}>
              Delete connection
            </Button>
          </div>
        )}
      </div>
    </SidePanel>
  )
}
