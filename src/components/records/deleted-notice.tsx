/** Says on the open page or form of a record that it was deleted meanwhile, and leads to its versions, where it can be restored. */
import type { VersionKind } from '#contract/index.ts'
import { Link } from '#kit/navigation/link.tsx'
import { recordKinds, seeVersions, versionsPath } from '#kit/navigation/record-kinds.ts'
import { linkClasses } from '#ui/classes.ts'
import { ErrorNote } from '#ui/layout/error-state.tsx'

interface Props {
  kind: VersionKind
  id: string
  /** Whether a form shows it. Its versions open in another tab then, so that its changes stay where they are. */
  isForm?: boolean
}

export function DeletedNotice({ kind, id, isForm = false }: Props) {
  const noun = recordKinds[kind].label
  const versions = versionsPath(kind, id)
  return isForm ? (
    <ErrorNote
      text={{
        message: `This ${noun} was deleted, so it cannot be saved.`,
        advice: `Your changes are still here. If you close this tab, the page of a new ${noun} lists them.`,
      }}
    >
      <a href={versions} target="_blank" rel="noreferrer" className={linkClasses}>
        {seeVersions}
      </a>
    </ErrorNote>
  ) : (
    <ErrorNote
      text={{
        message: `This ${noun} was deleted.`,
        advice: 'The page shows it as it was before.',
      }}
    >
      <Link to={versions}>{seeVersions}</Link>
    </ErrorNote>
  )
}
