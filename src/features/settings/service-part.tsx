/** What Switchboard is connected to, and what that offers. */
import { useSession } from '#api/session.ts'
import type { Family, Session } from '#contract/index.ts'
import { ModeBadge, modeWords } from '#shell/mode.tsx'
import { Id } from '#ui/copy-button.tsx'
import { plural } from '#ui/format.ts'
import { Lamp, type LampState } from '#ui/lamp.tsx'
import { DescriptionList, Section } from '#ui/section.tsx'
import { Time } from '#ui/time.tsx'

const states: Record<Session['service']['state'], { state: LampState; word: string }> = {
  up: { state: 'done', word: 'Answering' },
  down: { state: 'failed', word: 'Not responding' },
  key_refused: { state: 'failed', word: 'Refuses the API key' },
  unknown: { state: 'unknown', word: 'Has not answered yet' },
}

const families: Record<Family, string> = {
  'active-calls': 'List of live calls, End call, Take over',
  history: 'Call history',
  conversations: 'List of conversations, drafting of messages',
  'messaging-agents': 'Messaging agents',
  'message-flows': 'Message flows',
}

const offered = (has: boolean | undefined): { state: LampState; word: string } =>
  has === undefined
    ? { state: 'waiting', word: 'Not asked yet' }
    : has
      ? { state: 'done', word: 'Offered' }
      : { state: 'off', word: 'Not offered' }

export function ServicePart() {
  const { service, mode, workspaces, plan, extensions } = useSession()
  return (
    <>
      <Section title="Connection">
        <DescriptionList
          facts={[
            { term: 'Address', value: <Id id={service.address} of="address" /> },
            {
              term: 'State',
              value: (
                <span className="flex flex-wrap gap-x-2">
                  <Lamp {...states[service.state]} />
                  {service.since !== null && (
                    <span className="text-muted">
                      since <Time at={service.since} show="day-and-time" />
                    </span>
                  )}
                </span>
              ),
            },
            {
              term: 'Mode',
              value: (
                <span className="flex flex-wrap items-center gap-2">
                  <ModeBadge />
                  <span className="text-soft">{modeWords[mode].meaning}</span>
                </span>
              ),
            },
          ]}
        />
      </Section>
      <Section title="Workspaces" facts={workspaces.length}>
        <DescriptionList
          facts={workspaces.map(({ id, name }) => ({ term: name, value: <Id id={id} of="workspace ID" /> }))}
        />
      </Section>
      <Section title="Plan">
        <DescriptionList
          facts={[
            { term: 'Requests', value: `${plan.requestsPerMinute} a minute for the whole organisation` },
            { term: 'Calls', value: `${plural(plan.concurrentCalls, 'call', 'calls')} at once` },
          ]}
        />
      </Section>
      <Section title="Beyond the specification">
        <DescriptionList
          facts={Object.entries(families).map(([family, term]) => ({
            term,
            value: <Lamp {...offered(extensions[family])} />,
          }))}
        />
      </Section>
    </>
  )
}
