/** The operator's own account: name, e-mail address and password. */
import { load, read, useRead } from '#api/reads.ts'
import { useSession } from '#api/session.ts'
import { DataView } from '#kit/data/data-view.tsx'
import { Card } from '#ui/layout/section.tsx'
import { SkeletonRows } from '#ui/layout/skeleton.tsx'
import { OwnNumbersSection } from './own-numbers-section.tsx'
import { PasskeysSection } from './passkeys-section.tsx'
import { PasswordForm } from './password-form.tsx'
import { ProfileForm } from './profile-form.tsx'
import * as texts from './texts.tsx'

const accountRead = read('accountShow')
export const accountLoader = () => load(accountRead)

export function AccountPart() {
  const query = useRead(accountRead)
  const { operator, switchable } = useSession()
  const isDemo = switchable.some(({ id }) => id === operator?.id)
  return (
    <DataView query={query} loading={<SkeletonRows rows={3} columns={1} label="Loading your account…" />}>
      {(account) => (
        <>
          {isDemo && (
            <Card>
              <p className="text-soft">{texts.demoAccount}</p>
            </Card>
          )}
          {/* The forms start again with the saved values. */}
          <ProfileForm key={`${account.name} ${account.email}`} account={account} isDemo={isDemo} />
          <PasswordForm account={account} isDemo={isDemo} />
          <OwnNumbersSection account={account} />
          {!isDemo && <PasskeysSection account={account} />}
        </>
      )}
    </DataView>
  )
}
