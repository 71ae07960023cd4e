/** The panel of problems. */
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { Link } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { Glyph } from '#ui/status/icon.tsx'
import { Countdown } from '#ui/time/time.tsx'
import * as texts from './problem-texts.tsx'
import type { Problem } from './problems.ts'

const links: Record<texts.ProblemTexts['page'], { to: (batchId: string | null) => string; label: string }> = {
  budget: { to: () => paths.reports('budget'), label: 'Open budget' },
  batch: { to: (batchId) => (batchId ? paths.batch(batchId) : paths.batches()), label: 'Open batch' },
  batches: { to: () => paths.batches(), label: texts.resolve },
  calls: { to: () => paths.calls(), label: texts.resolve },
  review: { to: () => paths.review(), label: 'Open queue' },
  unknown: { to: () => paths.unfinished(), label: texts.resolve },
}

export const ProblemsPanel = ({ problems }: { problems: readonly Problem[] }) => (
  <section aria-label="Problems" className="rounded-large border border-danger/40 bg-danger-soft">
    <ul className="divide-y divide-danger/20">
      {problems.map(texts.problemTexts).map(({ page, batchId, message, advice, until }, index) => (
        <li key={`${index} ${message}`} className="flex gap-2 px-3 py-2">
          <span className="mt-0.5 text-danger">
            <Glyph icon={TriangleAlert} />
          </span>
          <p className="min-w-0 flex-1">
            <span className="font-medium">{message}</span>{' '}
            <span className="text-soft">
              {until !== null && (
                <>
                  Updates resume in <Countdown to={until} />.{' '}
                </>
              )}
              {advice}
            </span>
          </p>
          <Link to={links[page].to(batchId)}>{links[page].label}</Link>
        </li>
      ))}
    </ul>
  </section>
)
