/** The header of each report: the question, and links to the other questions. Links keep the period and the filters. */
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { PlainLink } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { PageHeader } from '#kit/page/page-header.tsx'
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

const linkClasses =
  '-mb-px inline-flex h-9 items-center border-b-2 border-transparent px-1 text-muted transition-colors hover:text-ink aria-[current]:border-accent aria-[current]:font-medium aria-[current]:text-ink'

export function ReportsHeader({ page, title, question, actions }: Props) {
  const [search] = useSearchParams()
  const shared = sharedSearchOf(search)
  return (
    <>
      <PageHeader title={title} facts={<span>{question}</span>} actions={actions} />
      <nav aria-label={texts.questionsLabel}>
        <ul className="flex flex-wrap gap-x-4 border-b border-line">
          {questions.map(({ id, label }) => (
            <li key={id}>
              <PlainLink
                to={`${paths.reports(id)}${shared}`}
                aria-current={id === page ? 'page' : undefined}
                className={linkClasses}
              >
                {label}
              </PlainLink>
            </li>
          ))}
        </ul>
      </nav>
    </>
  )
}
