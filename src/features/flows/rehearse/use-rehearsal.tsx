/**
 * The rehearsal of a flow: computed in the page from the flow as it is now, with unsaved changes. It sends no request. What it shows is loaded
 * when its panel is opened.
 */
import { Suspense, useState } from 'react'
import { useAgentReadiness } from '#components/agents/use-readiness.ts'
import type { Flow } from '#contract/index.ts'
import { spokenAgentName } from '#flow-engine/variables.ts'
import type { WalkedFlow } from '#flow-engine/walk.ts'
import { lazyPart } from '#ui/lazy-part.ts'
import { useSelection } from '../steps/selection.ts'
import type { StepsRehearsal } from '../steps/walked-path.ts'
import { createControl, initialState, pathOf } from './rehearsal-state.ts'

const RehearsalContent = lazyPart(() => import('./rehearsal-content.tsx'))

/** A rehearsal for the panel beside the steps. It stays where it is while another panel is open. */
export function useRehearsal(flow: WalkedFlow & Pick<Flow, 'agentId'>): StepsRehearsal {
  const { panel } = useSelection()
  const [state, setState] = useState(initialState)
  const agentName = useAgentReadiness(flow.agentId).agent.data?.name
  if (panel !== 'rehearse') return { path: null, content: null }
  const control = createControl(flow, agentName ? spokenAgentName(agentName) : 'your assistant', state, setState)
  const loading = (
    <output aria-busy className="sr-only">
      Loading the rehearsal…
    </output>
  )
  return {
    path: pathOf(control.moves),
    content: (
      <Suspense fallback={loading}>
        <RehearsalContent flow={flow} control={control} />
      </Suspense>
    ),
  }
}
