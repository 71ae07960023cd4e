/** `/calls/do-not-call`: the numbers that this workspace may not call or draft messages to, newest first. */
import PhoneOff from 'lucide-react/icons/phone-off'
import Plus from 'lucide-react/icons/plus'
import { type MouseEvent, useState } from 'react'
import { type LoaderFunctionArgs } from 'react-router'
import { useCommand } from '#api/commands.ts'
import { load, read, useRead } from '#api/reads.ts'
import { AddNumberDialog } from '#components/do-not-call/add-number.tsx'
import { maskedNumber, sourceText } from '#components/do-not-call/entry-texts.ts'
import { SavedViews } from '#components/saved-views/saved-views.tsx'
import { type DoNotCallEntry } from '#contract/index.ts'
import { notify, notifyRefusal } from '#kit/actions/notices.ts'
import { Moment, Usual } from '#kit/list/cells.tsx'
import { type ListDefinition, type ListState, stateAt } from '#kit/list/definition.ts'
import { List } from '#kit/list/list.tsx'
import { useListState } from '#kit/list/use-list.ts'
import { Link } from '#kit/navigation/link.tsx'
import { Page, PageHeader } from '#kit/page/page-header.tsx'
import { usePermission } from '#kit/permissions.ts'
import { Button } from '#ui/forms/button.tsx'
import { EmptyState } from '#ui/layout/empty-state.tsx'
import { type MenuItem } from '#ui/overlays/menu-list.tsx'
import { MoreActions } from '#ui/overlays/more-actions.tsx'
import { saveFile } from '#ui/save-file.ts'
import { visibleText } from '#ui/text/visible-text.tsx'
import { useGatewayTime, useTick } from '#ui/time/clock.ts'
import { Time } from '#ui/time/time.tsx'
import { ImportNumbers } from './import-numbers.tsx'
import { LookUp } from './look-up.tsx'
import * as texts from './texts.tsx'

function useExportList(): MenuItem {
  const { reason } = usePermission('doNotCallExport')
  const { run, isPending } = useCommand('doNotCallExport')
  const download = () =>
    run({})
      .then((file) => {
        saveFile(file as unknown as Blob, 'do-not-call.csv')
        notify({
          title: 'The do-not-call list was exported.',
          text: 'The file has only the last two digits of each number. You can still import it into this Switchboard.',
        })
      })
      .catch(notifyRefusal)
  return {
    key: 'export',
    label: 'Export list',
    disabledReason: reason || (isPending && 'The list is being exported.'),
    onSelect: () => void download(),
  }
}

function RemoveEntry({ entryId, lastTwo }: DoNotCallEntry) {
  const { reason } = usePermission('doNotCallRemove')
  const { run, isPending } = useCommand('doNotCallRemove')
  const restore = useCommand('doNotCallRestore')
  const params = { entryId }
  const undo = () =>
    restore
      .run({ params })
      .then(() => notify({ title: `The number ending in ${lastTwo} is on the do-not-call list again.` }))
      .catch(notifyRefusal)
  const remove = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    const row = currentTarget.closest('tr')
    run({ params })
      .then(() => {
        const next = (row?.nextElementSibling ?? row?.previousElementSibling)?.querySelector('button')
        const heading = document.querySelector<HTMLElement>('main h1')
        if (row?.contains(document.activeElement)) (next ?? heading)?.focus({ preventScroll: true })
        notify({
          title: `The number ending in ${lastTwo} was removed from the do-not-call list.`,
          text: 'It can be called again.',
          action: { label: texts.undo, onClick: () => void undo() },
        })
      })
      .catch(notifyRefusal)
  }
  return (
    <Button size="small" pending={isPending} disabledReason={reason} onClick={remove}>
      Remove<span className="sr-only"> the number ending in {lastTwo}</span>
    </Button>
  )
}

function Source({ source, lastTwo }: DoNotCallEntry) {
  const { text, path } = sourceText(source)
  if (path === null) return text
  return (
    <Link to={path} aria-label={`${text}, for the number ending in ${lastTwo}`}>
      {text}
    </Link>
  )
}

function LastDay({ until }: { until: number }) {
  const hasEnded = useTick((now) => until <= now, { intervalMs: 60_000 })
  return texts.lastDay(<Time at={until - 1} show="day" />, hasEnded)
}

/** The do-not-call list. The gateway knows the numbers only as hashes, so nobody can search or sort by them. */
const entryList = (now: number): ListDefinition<DoNotCallEntry> => ({
  noun: texts.noun,
  columns: [
    {
      id: 'number',
      header: 'Number',
      width: 8,
      cell: ({ lastTwo }) => (
        <span className="numeric">
          <span aria-hidden>{maskedNumber(lastTwo)}</span>
          <span className="sr-only">Number ending in {lastTwo}</span>
        </span>
      ),
    },
    {
      id: 'reason',
      header: 'Reason',
      narrow: 'state',
      grows: true,
      cell: ({ reason }) => <span title={visibleText(reason)}>{reason}</span>,
    },
    { id: 'who', header: 'Added by', cell: ({ operator }) => operator },
    { id: 'when', header: 'Added', narrow: 'meta', cell: ({ at }) => <Moment at={at} /> },
    { id: 'source', header: 'Source', cell: (entry) => <Source {...entry} /> },
    {
      id: 'until',
      header: 'Last day',
      cell: ({ until }) => (until === null ? <Usual>No end</Usual> : <LastDay until={until} />),
    },
    {
      id: 'remove',
      header: 'Actions',
      headerHidden: true,
      narrow: 'age',
      cell: (entry) => <RemoveEntry {...entry} />,
    },
  ],
  rowKey: ({ entryId }) => entryId,
  isDimmed: ({ until }) => until !== null && until <= now,
})

const listRead = ({ page }: Pick<ListState, 'page'>) => read('doNotCallList', { query: { page } })

export const loader = ({ request }: LoaderFunctionArgs) => load(listRead(stateAt(entryList(0), request.url)))

function AddNumber() {
  const [open, setOpen] = useState(false)
  const { reason } = usePermission('doNotCallAdd')
  return (
    <>
      <Button variant="primary" icon={Plus} disabledReason={reason} onClick={() => setOpen(true)}>
        Add number
      </Button>
      <AddNumberDialog open={open} onClose={() => setOpen(false)} number="" />
    </>
  )
}

function FileActions() {
  const [isImporting, setIsImporting] = useState(false)
  const { reason } = usePermission('doNotCallImport')
  const exportItem = useExportList()
  return (
    <>
      <MoreActions
        items={[
          { key: 'import', label: 'Import list…', disabledReason: reason, onSelect: () => setIsImporting(true) },
          exportItem,
        ]}
      />
      <ImportNumbers open={isImporting} onClose={() => setIsImporting(false)} />
    </>
  )
}

export function Component() {
  const list = entryList(useGatewayTime(60_000))
  const [state, change] = useListState(list)
  const query = useRead(listRead(state))
  return (
    <Page>
      <PageHeader
        title="Do not call"
        facts="Nobody in this workspace can call these numbers or draft messages to them."
        actions={
          <>
            <AddNumber />
            <FileActions />
          </>
        }
      />
      <LookUp />
      <List
        list={list}
        caption="Do-not-call list"
        icon={PhoneOff}
        state={state}
        onChange={change}
        query={{ ...query, data: query.data && { items: query.data.entries, pagination: query.data.pagination } }}
        views={<SavedViews page="do-not-call" many="numbers" />}
        first={
          <EmptyState icon={PhoneOff} title="No numbers on the list">
            Add a number here, or from a call, a conversation or a row of a batch. Batches leave it out, and single
            calls to it are refused.
          </EmptyState>
        }
      />
    </Page>
  )
}
