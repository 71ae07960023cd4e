/** A page that lists records: the list, files of records, and a button for a new one. */
import Plus from 'lucide-react/icons/plus'
import { useNavigate } from 'react-router'
import { SavedViews } from '#components/saved-views/saved-views.tsx'
import type { VersionKind, ViewPage } from '#contract/index.ts'
import { Age } from '#kit/data/age.tsx'
import { type ListDefinition, type ListState } from '#kit/list/definition.ts'
import { List } from '#kit/list/list.tsx'
import type { ChangeList } from '#kit/list/use-list.ts'
import { viewOf } from '#kit/list/view.ts'
import { ButtonLink } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { deletedPath } from '#kit/navigation/record-kinds.ts'
import { useSearchText } from '#kit/navigation/use-search-text.ts'
import { Page, PageHeader } from '#kit/page/page-header.tsx'
import { Button } from '#ui/forms/button.tsx'
import { EmptyState } from '#ui/layout/empty-state.tsx'
import { MoreActions } from '#ui/overlays/more-actions.tsx'
import type { Icon } from '#ui/status/icon.tsx'
import { number, plural } from '#ui/text/format-number.ts'
import * as fileTexts from '../files/texts.ts'
import * as texts from '../texts.tsx'
import type { ListedRecords } from './use-records.ts'

interface Props<Row> {
  list: ListDefinition<Row>
  state: [ListState, ChangeList]
  records: ListedRecords<Row>
  icon: Icon
  /** The page that creates a record, and why this operator cannot use it; '' if they can. */
  create: { to: string; reason: string }
  /** Says what such a record is for while there is none. */
  purpose: string
  /** The page as its saved views name it. */
  page: ViewPage
  /** A fact about all records, next to the count. */
  factOf?: (all: readonly Row[]) => string
  /** Beside the button for a new record; on a phone in the menu. */
  secondAction?: { label: string; to: string }
  kind: VersionKind
  /** Saves these records as a file. */
  onExport: (rows: readonly Row[]) => void
}

export function RecordList<Row extends object>({
  list,
  state: [state, change],
  records,
  icon,
  create,
  purpose,
  page: viewPage,
  factOf,
  kind,
  secondAction,
  onExport,
}: Props<Row>) {
  const navigate = useNavigate()
  const { noun } = list
  const [text, setText] = useSearchText(state.search, (search) => change({ search }))
  const { query } = records
  const all = records.isWhole ? records.query.data : undefined
  const view = all && viewOf(list, all, state)
  const page = view?.page ?? (records.isWhole ? undefined : records.query.data)
  /** What the list shows, with all its pages; of a list that is loaded page by page, the page. */
  const exported = view?.matches ?? page?.items ?? []
  const total = records.isWhole ? (all?.length ?? null) : (records.query.data?.pagination.total ?? null)
  const cutFrom = records.isWhole ? records.cutFrom : undefined
  const newButton = (
    <ButtonLink to={create.to} variant="primary" icon={Plus} disabledReason={create.reason}>
      {texts.newRecord(noun[0])}
    </ButtonLink>
  )
  return (
    <Page>
      <PageHeader
        title={texts.listTitle(noun)}
        facts={
          <>
            {total !== null && (
              <span>{cutFrom === undefined ? plural(total, ...noun) : `First ${number(total)} ${noun[1]}`}</span>
            )}
            {all && factOf && <span>{factOf(all)}</span>}
            <Age readAt={query.readAt} refusal={query.refusal} />
          </>
        }
        actions={
          <>
            {secondAction && (
              <span className="max-sm:hidden">
                <ButtonLink to={secondAction.to}>{secondAction.label}</ButtonLink>
              </span>
            )}
            {newButton}
            <MoreActions
              items={[
                ...(secondAction
                  ? [
                      {
                        key: 'second',
                        label: secondAction.label,
                        isOnPhone: true,
                        onSelect: () => void navigate(secondAction.to),
                      },
                    ]
                  : []),
                {
                  key: 'import',
                  label: 'Import records…',
                  disabledReason: create.reason,
                  onSelect: () => void navigate(paths.importRecords()),
                },
                {
                  key: 'export',
                  label: fileTexts.exportList(exported.length, noun),
                  disabledReason: exported.length === 0 && 'The list is empty.',
                  onSelect: () => onExport(exported),
                },
                { key: 'deleted', label: `Deleted ${noun[1]}`, onSelect: () => void navigate(deletedPath(kind)) },
              ]}
            />
          </>
        }
      />
      <List
        list={list}
        caption={texts.listTitle(noun)}
        icon={icon}
        state={state}
        onChange={change}
        query={{ ...query, data: page }}
        search={{ label: `Search ${noun[1]} by name`, placeholder: 'Search by name', value: text, onChange: setText }}
        view={view ?? null}
        views={<SavedViews page={viewPage} many={noun[1]} />}
        note={
          records.isWhole ? (
            cutFrom !== undefined && (
              <Note
                text={texts.cutList(cutFrom, noun, state.all === 'yes')}
                action={state.all === 'yes' && 'Show page by page'}
                onPress={() => change({ all: undefined })}
              />
            )
          ) : (
            <Note
              text={texts.longList(total, noun, records.requests)}
              action={texts.loadAll(noun, total)}
              onPress={() => change({ all: 'yes' })}
            />
          )
        }
        first={
          <EmptyState icon={icon} title={`No ${noun[1]} yet`} action={newButton}>
            {purpose}
          </EmptyState>
        }
      />
    </Page>
  )
}

/** What is not in the list, and how to get it. */
const Note = ({ text, action, onPress }: { text: string; action: string | false; onPress: () => void }) => (
  <div className="flex flex-wrap items-center gap-3 border-b border-line px-3 py-2 text-label text-soft">
    <p className="min-w-0 flex-1">{text}</p>
    {action && (
      <Button size="small" onClick={onPress}>
        {action}
      </Button>
    )}
  </div>
)
