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
    <StatusLabel state="done" label={texts.secretSet} />
  ) : (
    <>
      <StatusLabel state="off" label={texts.secretMissing} />
      <p className="text-soft">{texts.secretMissingHint(<span className="mono">{secretVariable}</span>)}</p>
    </>
  )

const LastEvent = ({ last }: Pick<Webhooks, 'last'>) =>
  last ? texts.lastEvent(eventName(last.event), <Ago at={last.at} />) : texts.noLastEvent

const LastHour = ({ lastHour }: Pick<Webhooks, 'lastHour'>) => {
  if (lastHour.length === 0) return texts.noEvents
  return (
    <ul aria-label={texts.lastHourList}>
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
      <DataView query={query} loading={<SkeletonRows rows={5} columns={2} label={texts.loadingEvents} />}>
        {({ addresses, configured, last, lastHour, refused, unplaced }) => (
          <Section title={texts.serviceEvents}>
            <DescriptionList
              facts={[
                ...addresses.map(({ workspace, address }) =>
                  addresses.length === 1
                    ? { term: texts.webhookUrl, value: <Id id={address} name={texts.copiedWebhookUrl} /> }
                    : {
                        term: texts.webhookUrlFor(workspace),
                        value: <Id id={address} name={texts.copiedWebhookUrlFor(workspace)} />,
                      },
                ),
                { term: texts.secretTerm, value: <Secret configured={configured} /> },
                { term: texts.lastEventTerm, value: <LastEvent last={last} /> },
                { term: texts.lastHourTerm, value: <LastHour lastHour={lastHour} /> },
                { term: texts.refusedTerm, value: refused === 0 ? texts.noneRefused : texts.refused(refused) },
                ...(unplaced === 0
                  ? []
                  : [{ term: texts.withoutWorkspaceTerm, value: texts.withoutWorkspace(unplaced) }]),
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
