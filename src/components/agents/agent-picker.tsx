/** Chooses an agent by name, and shows with each whether it can place calls. */
import { type ReactNode, useState } from 'react'
import { read, useRead } from '#api/reads.ts'
import { type Agent, fitsWords } from '#contract/index.ts'
import { refusalWords } from '#kit/data/refusal-text.ts'
import { Combobox } from '#ui/forms/combobox.tsx'
import type { FieldProps } from '#ui/forms/field.tsx'
import { visible } from '#ui/text/visible-text.tsx'
import { useSettled } from '#ui/use-debounced.ts'
import { hiddenNumber, PhoneNumber } from '../phone/phone-number.tsx'
import { readinessOf } from './readiness.ts'
import { ReadinessLamp } from './readiness-lamp.tsx'
import { useAgentReadiness, useKnownFlows } from './use-readiness.ts'

/** The first hundred: for most teams all of them. For loaders, with `flowsRead`. */
export const agentsRead = read('agentList', { query: { limit: 100 } })

interface Props extends Omit<FieldProps, 'label'> {
  label?: string
  agentId: string | null
  onChange: (agentId: string | null) => void
}

export function AgentPicker({ agentId, onChange, label = 'Agent', hint, ...field }: Props) {
  const [typed, setTyped] = useState('')
  const sought = useSettled(typed.trim())
  const first = useRead(agentsRead)
  // Only where one read does not bring them all is the service asked to search.
  const more = first.data?.pagination.hasNext === true
  const found = useRead({
    ...read('agentList', { query: { limit: 20, search: sought } }),
    enabled: more && sought !== '',
  })
  const chosen = useAgentReadiness(agentId)
  const { known } = useKnownFlows()

  const items = (more && sought !== '' ? found.data : first.data)?.agents ?? []
  const value = chosen.agent.data ?? items.find(({ id }) => id === agentId) ?? null
  const missing = agentId !== null && chosen.agent.refusal?.status === 404

  return (
    <Combobox<Agent>
      {...field}
      label={label}
      hint={
        hint ??
        (chosen.readiness && (
          <Chosen>
            {chosen.readiness.state === 'ready' ? (
              <PhoneNumber number={value?.phoneNumber ?? null} country="name" hidden={hiddenNumber} />
            ) : null}
            <ReadinessLamp readiness={chosen.readiness} />
          </Chosen>
        ))
      }
      error={field.error ?? (missing ? 'There is no agent with this ID. Choose another one.' : null)}
      items={items}
      value={value}
      onChange={(agent) => onChange(agent?.id ?? null)}
      onSearch={more ? setTyped : undefined}
      textOf={(agent) => agent.name}
      keyOf={(agent) => agent.id}
      fits={fitsWords}
      render={(agent) => (
        <span className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-3">
          <span className="min-w-0 truncate">{visible(agent.name)}</span>
          <span className="text-label">
            <ReadinessLamp readiness={readinessOf(agent, known)} />
          </span>
        </span>
      )}
      placeholder="Type a name"
      none={first.refusal ? refusalWords(first.refusal).happened : 'No agent has this name.'}
    />
  )
}

const Chosen = ({ children }: { children: ReactNode }) => (
  <span className="flex flex-wrap items-baseline gap-x-3">{children}</span>
)
