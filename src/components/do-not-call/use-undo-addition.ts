import { useCommand } from '#api/commands.ts'
import { notify, notifyRefusal } from '#kit/actions/notices.ts'
import { plural } from '#ui/text/format-number.ts'

/** Removes numbers that the operator just added to the do-not-call list, and shows a notice about the outcome. */
export function useUndoAddition() {
  const { run, isPending } = useCommand('doNotCallTakeBack')
  return {
    isPending,
    /** @returns whether it was undone */
    undo: (additionId: string): Promise<boolean> =>
      run({ params: { additionId } }).then(
        ({ removed, kept }) => {
          notify({
            title: `${plural(removed, 'number was', 'numbers were')} removed from the do-not-call list.`,
            ...(kept > 0 && {
              text:
                kept === 1
                  ? '1 number was on the list before this addition, so it stays.'
                  : `${plural(kept, 'number was', 'numbers were')} on the list before this addition, so they stay.`,
            }),
          })
          return true
        },
        (error: unknown) => {
          notifyRefusal(error)
          return false
        },
      ),
  }
}
