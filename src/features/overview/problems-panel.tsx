/** What is wrong: what happened, what to do, where. Loaded when something is. */
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { Link } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { Glyph } from '#ui/status/icon.tsx'
import { Countdown } from '#ui/time/time.tsx'
import { type ProblemInWords, problemInWords } from './problem-texts.ts'
import type { Problem } from './problems.ts'

const where: Record<ProblemInWords['at'], { to: (id: string | null) => string; word: string }> = {
  budget: { to: () => paths.settings('budget'), word: 'Open the budget' },
  batch: { to: (id) => (id ? paths.batch(id) : paths.batches()), word: 'Open the batch' },
  batches: { to: () => paths.batches(), word: 'Settle it' },
  calls: { to: () => paths.calls(), word: 'Settle it' },
  review: { to: () => paths.review(), word: 'Look at the queue' },
  unknown: { to: () => paths.settings('unknown'), word: 'Settle it' },
}

const ProblemsPanel = ({ problems }: { problems: readonly Problem[] }) => (
  <section aria-label="What is wrong" className="rounded-large border border-danger/40 bg-danger-soft">
    <ul className="divide-y divide-danger/20">
      {problems.map(problemInWords).map(({ at, id, what, next, until }, position) => (
        <li key={`${position} ${what}`} className="flex gap-2 px-3 py-2">
          <span className="mt-0.5 text-danger">
            <Glyph icon={TriangleAlert} />
          </span>
          <p className="min-w-0 flex-1">
            <span className="font-medium">{what}</span>{' '}
            <span className="text-soft">
              {until !== null && (
                <>
                  Updates resume in <Countdown to={until} />.{' '}
                </>
              )}
              {next}
            </span>
          </p>
          <Link to={where[at].to(id)}>{where[at].word}</Link>
        </li>
      ))}
    </ul>
  </section>
)

export default ProblemsPanel
