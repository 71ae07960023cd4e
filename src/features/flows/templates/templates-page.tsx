/** `/flows/templates`: the flows that people start from. `?agent=` chooses the agent of the new flow. */
import { useSearchParams } from 'react-router'
import { FlowSketch } from '#components/flows/flow-sketch.tsx'
import { ButtonLink } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { Page, PageHeader } from '#kit/page/page-header.tsx'
import { usePermission } from '#kit/permissions.ts'
import { Section } from '#ui/layout/section.tsx'
import { plural } from '#ui/text/format-number.ts'
import { optionLabel } from '../options.ts'
import { directionOptions, listTitle } from '../texts.tsx'
import { draftFrom, type Template, templateIds, templateOf } from './templates.ts'

const back = { to: paths.flows(), label: listTitle }

/** A template is drawn, and its time zone is not shown. */
const anyTimeZone = 'UTC'
const templates = templateIds.map((id) => ({ id, draft: draftFrom(templateOf(id) as Template, anyTimeZone) }))

export function Component() {
  const agent = useSearchParams()[0].get('agent') ?? ''
  const { reason } = usePermission('flowCreate')
  return (
    <Page>
      <PageHeader
        title="Templates"
        back={back}
        actions={
          <ButtonLink to={paths.newFlow({ agent })} disabledReason={reason}>
            Start with an empty flow
          </ButtonLink>
        }
      />
      <p className="reading text-soft">
        Start with a complete flow and change what is different at your company, or start from nothing. Nothing is
        created until you save it.
      </p>
      <div className="grid items-start gap-4 md:grid-cols-2 xl:grid-cols-3">
        {templates.map(({ id, draft }) => (
          <Section
            key={id}
            title={draft.name}
            actions={
              <ButtonLink to={paths.newFlow({ template: id, agent })} size="small" disabledReason={reason}>
                Use<span className="sr-only"> “{draft.name}”</span>
              </ButtonLink>
            }
          >
            <div className="flex flex-col gap-3">
              <p>{draft.description}</p>
              <p className="text-label text-muted">
                {optionLabel(directionOptions, draft.direction)} ·{' '}
                {plural(draft.flowData.nodes.length, 'step', 'steps')} · {plural(draft.rules.length, 'rule', 'rules')}
              </p>
              <FlowSketch flow={draft} />
            </div>
          </Section>
        ))}
      </div>
    </Page>
  )
}
