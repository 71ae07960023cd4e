import { useCommand } from '#api/commands.ts'
import { notify, notifyRefusal } from '#kit/actions/notices.ts'
import { number, plural } from '#ui/text/format-number.ts'

/** Undoes what the operator just added to the do-not-call list, and says what became of it. */
export function useTakeBack() {
  const { run, isPending } = useCommand('doNotCallTakeBack')
  return {
    isPending,
    /** @returns whether it was undone */
    takeBack: (additionId: string): Promise<boolean> =>
      run({ params: { additionId } }).then(
        ({ removed, kept }) => {
          notify({
            title: `${plural(removed, 'number was', 'numbers were')} removed from the do-not-call list.`,
            ...(kept > 0 && {
              text: `${number(kept)} ${kept === 1 ? 'stays' : 'stay'} on the list, as before you added ${kept === 1 ? 'it' : 'them'}.`,
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
