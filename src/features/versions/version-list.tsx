/** The versions of a record, the latest first: who made each, when, and what changed in words. */
import { useLocation } from 'react-router'
import { changeTexts } from '#components/versions/change-texts.ts'
import type { ListedVersion } from '#contract/index.ts'
import { PlainLink } from '#kit/navigation/link.tsx'
import { cx } from '#ui/classes.ts'
import { Badge } from '#ui/status/badge.tsx'
import { visible } from '#ui/text/visible-text.tsx'
import { Time } from '#ui/time/time.tsx'
import * as texts from './texts.ts'

/** The most changes that the list names of one version. */
const maxChanges = 4

function changesOf({ cause, changes }: ListedVersion): string[] {
  if (cause === 'deleted' || cause === 'deleted_elsewhere') return []
  if (changes === null)
    return cause === 'changed' || cause === 'changed_elsewhere' ? ['No earlier version is known.'] : []
  return changes.length === 0 ? ['The same fields as before'] : changeTexts(changes, maxChanges)
}

interface Props {
  versions: readonly ListedVersion[]
  selected: number
  latest: number
}

export function VersionList({ versions, selected, latest }: Props) {
  const { search } = useLocation()
  const addressOf = (number: number) => {
    const params = new URLSearchParams(search)
    params.set('version', String(number))
    params.delete('since')
    return `?${params}`
  }
  return (
    <ol aria-label={texts.versionsSection} className="divide-y divide-line">
      {versions.map((version) => (
        <li key={version.number}>
          <PlainLink
            to={addressOf(version.number)}
            preventScrollReset
            aria-current={version.number === selected ? 'true' : undefined}
            className={cx(
              'flex flex-col gap-0.5 border-l-2 px-3 py-2 focus-visible:-outline-offset-2',
              version.number === selected ? 'border-accent bg-pressed' : 'border-transparent hover:bg-hover',
            )}
          >
            <span className="flex flex-wrap items-center gap-x-2">
              <span className="font-medium">{texts.causeText(version)}</span>
              {version.number === latest && <Badge>Latest</Badge>}
              <span className="ml-auto text-label text-muted">{texts.versionTitle(version.number)}</span>
            </span>
            <span className="flex flex-wrap gap-x-2 text-label text-muted">
              {texts.madeBy(version) !== '' && <span>{visible(texts.madeBy(version))}</span>}
              <Time at={version.at} show="day-and-time" />
            </span>
            {changesOf(version).map((text) => (
              <span key={text} className="text-label break-words text-soft">
                {visible(text)}
              </span>
            ))}
          </PlainLink>
        </li>
      ))}
    </ol>
  )
}
