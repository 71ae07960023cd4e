/** The header of each report: the question, and links to the other questions. Links keep the period and the filters. */
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { paths } from '#kit/navigation/paths.ts'
import { PageHeader } from '#kit/page/page-header.tsx'
import { Tabs } from '#kit/page/tabs.tsx'
import { questions } from './questions.ts'
import { sharedSearchOf } from './search.ts'
import * as texts from './texts.tsx'

interface Props {
  /** The page's entry in `questions.ts`; another word for a page that belongs to none of them. */
  page: string
  title: string
  /** What the page answers. */
  question: ReactNode
  actions?: ReactNode
}

export function ReportsHeader({ page, title, question, actions }: Props) {
  const [search] = useSearchParams()
  const shared = sharedSearchOf(search)
  return (
    <>
      <PageHeader title={title} facts={<span>{question}</span>} actions={actions} />
      <Tabs
        label={texts.questionsLabel}
        tabs={questions.map(({ id, label }) => ({
          label,
          to: `${paths.reports(id)}${shared}`,
          isCurrent: id === page,
        }))}
      />
    </>
  )
}
