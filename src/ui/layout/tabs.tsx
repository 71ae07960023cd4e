/** Shows one of several panels. Arrow keys go from tab to tab. Tabs for which a row has no room are in the next one: none is out of sight. */
import { Tabs as Base } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'

export interface Tab<Id extends string> {
  id: Id
  label: string
  /** A number beside the label, such as how many problems there are. Not shown if 0. */
  count?: number
  content: ReactNode
}

export const tabId = (id: string) => `tab-${id}`

interface Props<Id extends string> {
  /** What the tabs divide. */
  label: string
  tabs: readonly Tab<Id>[]
  active: Id
  onChange: (id: Id) => void
}

export const Tabs = <Id extends string>({ label, tabs, active, onChange }: Props<Id>) => (
  <Base.Root value={active} onValueChange={(id: Id) => onChange(id)} className="flex min-h-0 min-w-0 flex-1 flex-col">
    <Base.List aria-label={label} activateOnFocus className="flex shrink-0 flex-wrap border-b border-line px-2">
      {tabs.map((tab) => (
        <Base.Tab
          key={tab.id}
          id={tabId(tab.id)}
          value={tab.id}
          className="-mb-px inline-flex h-9 shrink-0 items-center gap-1 border-b-2 border-transparent px-1.5 text-base text-muted max-sm:px-1 max-sm:text-label transition-colors hover:text-ink focus-visible:-outline-offset-2 data-active:border-accent data-active:font-medium data-active:text-ink"
        >
          {tab.label}{' '}
          {tab.count !== undefined && tab.count > 0 && (
            <span className="rounded-full bg-pressed px-1.5 text-small font-medium text-soft tabular-nums">
              {tab.count}
            </span>
          )}
        </Base.Tab>
      ))}
    </Base.List>
    {tabs.map((tab) => (
      <Base.Panel key={tab.id} value={tab.id} className="min-h-0 flex-1 overflow-y-auto px-4 py-3 -outline-offset-2">
        {tab.content}
      </Base.Panel>
    ))}
  </Base.Root>
)
