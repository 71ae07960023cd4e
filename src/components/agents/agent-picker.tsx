/** Chooses an agent by name, and shows for each whether it can place calls. */
import { type ReactNode, useState } from 'react'
import { read, useRead } from '#api/reads.ts'
import { type Agent, fitsWords } from '#contract/index.ts'
import { refusalText } from '#kit/data/refusal-text.ts'
import { Combobox } from '#ui/forms/combobox.tsx'
import type { FieldProps } from '#ui/forms/field.tsx'
import { visible } from '#ui/text/visible-text.tsx'
import { useDebouncedValue } from '#ui/use-debounced-value.ts'
import { hiddenNumber, PhoneNumber } from '../phone/phone-number.tsx'
import { readinessOf } from './readiness.ts'
import { ReadinessLabel } from './readiness-label.tsx'
import { agentsRead, useAgentReadiness, useKnownFlows } from './use-readiness.ts'

interface Props extends Omit<FieldProps, 'label'> {
  label?: string
  agentId: string | null
  onChange: (agentId: string | null) => void
}

export function AgentPicker({ agentId, onChange, label = 'Agent', hint, ...field }: Props) {
  const [typed, setTyped] = useState('')
  const search = useDebouncedValue(typed.trim())
  const firstPage = useRead(agentsRead)
  // The service searches only if the first read does not have all agents.
  const hasMoreAgents = firstPage.data?.pagination.hasNext === true
  const searchResults = useRead({
    ...read('agentList', { query: { limit: 20, search } }),
    enabled: hasMoreAgents && search !== '',
  })
  const chosen = useAgentReadiness(agentId)
  const knownFlows = useKnownFlows()

  const items = (hasMoreAgents && search !== '' ? searchResults.data : firstPage.data)?.agents ?? []
  const value = chosen.agent.data ?? items.find(({ id }) => id === agentId) ?? null
  const isMissing = agentId !== null && chosen.agent.refusal?.isGone === true

  return (
    <Combobox<Agent>
      {...field}
      label={label}
      hint={
        hint ??
        (chosen.readiness ? (
          <HintLine>
            {chosen.readiness.state === 'ready' ? (
              <PhoneNumber number={value?.phoneNumber ?? null} country="name" hidden={hiddenNumber} />
            ) : null}
            <ReadinessLabel readiness={chosen.readiness} />
          </HintLine>
        ) : (
          // The line that the answer needs, so that nothing below moves when it comes.
          chosen.agent.isLoading && <HintLine>{'\u00a0'}</HintLine>
        ))
      }
      error={field.error ?? (isMissing ? 'No agent has this ID. Choose another agent.' : null)}
      items={items}
      value={value}
      onChange={(agent) => onChange(agent?.id ?? null)}
      onSearch={hasMoreAgents ? setTyped : undefined}
      textOf={(agent) => agent.name}
      keyOf={(agent) => agent.id}
      matches={fitsWords}
      render={(agent) => (
        <span className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-3">
          <span dir="auto" className="min-w-0 truncate">
            {visible(agent.name)}
          </span>
          <span className="text-label">
            <ReadinessLabel readiness={readinessOf(agent, knownFlows)} />
          </span>
        </span>
      )}
      placeholder="Type a name"
      noMatches={firstPage.refusal ? refusalText(firstPage.refusal).message : 'No agent has this name.'}
    />
  )
}

const HintLine = ({ children }: { children: ReactNode }) => (
  <span className="flex flex-wrap items-baseline gap-x-3">{children}</span>
)
