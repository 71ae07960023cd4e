/** What Switchboard is connected to, and what that offers. */
import { useSession, useWorkspace } from '#api/session.ts'
import type { Capability } from '#contract/index.ts'
import { ModeBadge, modeWords } from '#kit/actions/mode-badge.tsx'
import { Link } from '#kit/navigation/link.tsx'
import { places } from '#kit/navigation/page-table.ts'
import { linkLook } from '#ui/classes.ts'
import { Id } from '#ui/forms/copy-button.tsx'
import { DescriptionList, Section } from '#ui/layout/section.tsx'
import { Badge } from '#ui/status/badge.tsx'
import { Lamp } from '#ui/status/lamp.tsx'
import { plural } from '#ui/text/format-number.ts'
import { Time } from '#ui/time/time.tsx'
import { ConnectionTest } from './connection-test.tsx'
import { familyWords, offered, referenceOf, states } from './service-words.ts'
import { SimulationPart } from './simulation/simulation-part.tsx'

/** With a link to the page that it is for, where it has one. */
function FamilyState({ family, has }: { family: Capability; has: boolean | undefined }) {
  const place = has === true && places.find((one) => one.family === family)
  return (
    <span className="flex flex-wrap gap-x-3">
      <Lamp {...offered(has)} />
      {place && <Link to={place.path}>{`Show ${place.label.toLowerCase()}`}</Link>}
    </span>
  )
}

export function ServicePart() {
  const { service, mode, workspaces, plan, extensions } = useSession()
  const here = useWorkspace()?.id
  const reference = referenceOf(mode, service.address, location.hostname)
  return (
    <>
      <Section title="Connection">
        <DescriptionList
          facts={[
            { term: 'Address', value: <Id id={service.address} of="address" /> },
            ...(reference === null
              ? []
              : [
                  {
                    term: 'Reference',
                    value: (
                      <a href={reference} target="_blank" rel="noreferrer" className={linkLook}>
                        Every endpoint, and how to try out failures
                      </a>
                    ),
                  },
                ]),
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
      <ConnectionTest />
      <Section title="Workspaces" facts={workspaces.length}>
        <DescriptionList
          facts={workspaces.map(({ id, name }) => ({
            term: name,
            value: (
              <span className="inline-flex flex-wrap items-center gap-x-2">
                <Id id={id} of="workspace ID" />
                {workspaces.length > 1 && id === here && <Badge tone="outline">You are here</Badge>}
              </span>
            ),
          }))}
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
          facts={Object.entries(familyWords).map(([family, term]) => ({
            term,
            value: <FamilyState family={family as Capability} has={extensions[family]} />,
          }))}
        />
      </Section>
      <SimulationPart />
    </>
  )
}
