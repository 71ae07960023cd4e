/** Webhook events of the service: where Switchboard receives them, and which it received (specification 6). */
import { load, read, useRead } from '#api/reads.ts'
import type { Webhooks } from '#contract/index.ts'
import { DataView } from '#kit/data/data-view.tsx'
import { Id } from '#ui/forms/copy-button.tsx'
import { DescriptionList, Section } from '#ui/layout/section.tsx'
import { SkeletonRows } from '#ui/layout/skeleton.tsx'
import { StatusLabel } from '#ui/status/status-label.tsx'
import { number } from '#ui/text/format-number.ts'
import { Ago } from '#ui/time/time.tsx'
import { eventName } from './event-texts.ts'
import { SimulationWebhook } from './simulation-webhook.tsx'
import * as texts from './texts.tsx'

const webhooksRead = read('webhookShow')
export const webhooksLoader = () => load(webhooksRead)

const secretVariable = 'SERVICE_WEBHOOK_SECRET'

const Secret = ({ configured }: Pick<Webhooks, 'configured'>) =>
  configured ? (
    <StatusLabel state="done" label="Configured" />
  ) : (
    <>
      <StatusLabel state="off" label="Not configured" />
      <p className="text-soft">
        Switchboard accepts no events. Set <span className="mono">{secretVariable}</span> to the secret that the service
        shows, then restart Switchboard.
      </p>
    </>
  )

const LastEvent = ({ last }: Pick<Webhooks, 'last'>) =>
  last ? (
    <>
      {eventName(last.event)}, <Ago at={last.at} />
    </>
  ) : (
    'None since Switchboard started'
  )

const LastHour = ({ lastHour }: Pick<Webhooks, 'lastHour'>) => {
  if (lastHour.length === 0) return 'None'
  return (
    <ul aria-label="Events in the last hour, by type">
      {lastHour.map(({ event, count }) => (
        <li key={event} className="flex max-w-80 justify-between gap-4">
          {eventName(event)} <span className="tabular-nums">{number(count)}</span>
        </li>
      ))}
    </ul>
  )
}

export function WebhooksPart() {
  const query = useRead(webhooksRead)
  return (
    <>
      <DataView query={query} loading={<SkeletonRows rows={5} columns={2} label="Loading service events…" />}>
        {({ addresses, configured, last, lastHour, refused, unplaced }) => (
          <Section title="Service events">
            <DescriptionList
              facts={[
                ...addresses.map(({ workspace, address }) =>
                  addresses.length === 1
                    ? { term: 'Webhook URL', value: <Id id={address} name="webhook URL" /> }
                    : {
                        term: `Webhook URL for ${workspace}`,
                        value: <Id id={address} name={`webhook URL for ${workspace}`} />,
                      },
                ),
                { term: 'Secret', value: <Secret configured={configured} /> },
                { term: 'Last event', value: <LastEvent last={last} /> },
                { term: 'In the last hour', value: <LastHour lastHour={lastHour} /> },
                {
                  term: 'Refused',
                  value:
                    refused === 0
                      ? 'None in the last hour'
                      : `${number(refused)} in the last hour, because their signature was wrong. Check that the secret is the one that the service shows.`,
                },
                ...(unplaced === 0
                  ? []
                  : [
                      {
                        term: 'Without a workspace',
                        value: `${number(unplaced)} in the last hour. They were sent to a URL without a workspace, so Switchboard could not learn about new calls or conversations from them. Enter each workspace’s own URL at the service.`,
                      },
                    ]),
              ]}
            />
            <p className="mt-2 max-w-[72ch] text-label text-muted">
              {addresses.length > 1 ? texts.explanationForWorkspaces : texts.explanation}
            </p>
          </Section>
        )}
      </DataView>
      <SimulationWebhook />
    </>
  )
}
